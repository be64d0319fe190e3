import { PAGE_LOADED, PAGE_LOCK_PREFIX, WORKER_PATH } from '../../service-worker/names';
import { startScript } from './start-script';

/** The first screen's code and data come after the page's `load` event: files that are kept for later wait for them. */
const REGISTER_AFTER_LOAD_MS = 1_000;

/** Says which build this page runs while it is open, so that the worker keeps that build's files. */
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
 * Lets the app open without a network, after its first screen has loaded. On a developer's server no worker of an
 * earlier build may interfere. Without HTTPS there are no workers.
 */
export function keepForOffline(): void {
  if (!('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  if (!import.meta.env.PROD) {
    void unregister(workers);
    return;
  }
  holdBuild();
  const registerSoon = () => setTimeout(() => void register(workers), REGISTER_AFTER_LOAD_MS);
  if (document.readyState === 'complete') registerSoon();
  else window.addEventListener('load', registerSoon, { once: true });
}
