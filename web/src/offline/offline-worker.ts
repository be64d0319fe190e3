import { PAGE_LOADED, PAGE_LOCK_PREFIX, WORKER_PATH } from '../../service-worker/names';
import { startScript } from './start-script';

/**
 * How long registering waits after the page's `load` event, in ms: the first screen still loads code and data then,
 * which come before files that are kept for later.
 */
const REGISTER_AFTER_LOAD_MS = 1_000;

/** Holds a lock that names this page's build, so that the worker keeps the build's files while the page is open. */
function holdBuild(): void {
  const script = startScript();
  if (script === null || !('locks' in navigator)) return;
  const untilThePageGoes = new Promise<never>(() => {});
  void navigator.locks.request(PAGE_LOCK_PREFIX + script, { mode: 'shared' }, () => untilThePageGoes);
}

async function register(workers: ServiceWorkerContainer): Promise<void> {
  try {
    const { active } = await workers.register(WORKER_PATH);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker is no window
    active?.postMessage(PAGE_LOADED);
  } catch (error) {
    console.warn('The app cannot be kept for when there is no network', error);
  }
}

async function unregister(workers: ServiceWorkerContainer): Promise<void> {
  for (const registration of await workers.getRegistrations()) await registration.unregister();
}

/**
 * Registers the service worker, with which the app opens without a network, after the first screen has loaded. On a
 * developer's server it removes the worker of an earlier build. Without HTTPS there are no service workers.
 * @param isShown whether the screen has loaded, as the form of a login has: who logs in may lose the network soon
 */
export function keepForOffline(isShown: boolean): void {
  if (!('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  if (!import.meta.env.PROD) {
    void unregister(workers);
    return;
  }
  holdBuild();
  if (isShown) {
    void register(workers);
    return;
  }
  const registerSoon = () => setTimeout(() => void register(workers), REGISTER_AFTER_LOAD_MS);
  if (document.readyState === 'complete') registerSoon();
  else window.addEventListener('load', registerSoon, { once: true });
}
