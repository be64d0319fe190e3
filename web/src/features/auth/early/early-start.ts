import { keepErrors } from '../../../monitoring/kept-errors';
import { fetchPack } from '../../../texts/languages';
import { isAppAwaited, openPage } from './early-page';
import { runForm } from './early-form';
import type { Said } from '../../../texts/texts';
import { browserNavigation } from './early-navigation';
import { offerForm } from './handover';

/** Loads the texts of the language in which the page is shown, which public/early.js has set. */
const fetchShown = () => fetchPack(document.documentElement.lang);

/** Loads React and the screen that it takes over, at the same time. */
async function loadApp(): Promise<void> {
  const isSignUp = location.pathname.startsWith('/signup');
  const [{ startApp }] = await Promise.all([
    import('../../../main'),
    isSignUp ? import('../signup-screen') : import('../login-screen'),
    fetchShown(),
  ]);
  await startApp();
}

async function translate(said: Said): Promise<string> {
  try {
    return (await fetchShown())?.translate(said) ?? said.text;
  } catch {
    return said.text;
  }
}

/** The time in ms to wait for a paint. Hidden pages paint nothing. */
const PAINTED_WITHIN_MS = 500;

const loaded = () =>
  new Promise<unknown>((resolve) => {
    if (document.readyState === 'complete') resolve(null);
    else window.addEventListener('load', resolve, { once: true });
  });

const painted = () =>
  new Promise<unknown>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, PAINTED_WITHIN_MS);
  });

async function start(): Promise<void> {
  if (isAppAwaited()) {
    try {
      await loadApp();
      return;
    } catch (error) {
      console.warn('The app could not be loaded', error);
    }
  }
  const { early, goOnAlone } = runForm(openPage(), { translate, way: browserNavigation });
  offerForm(early);
  // Everything that the form needs has loaded and is visible, so the network is now free for the app's code.
  await loaded();
  await painted();
  try {
    await loadApp();
  } catch (error) {
    console.warn('The form goes on without the app', error);
    goOnAlone();
  }
}

keepErrors();
void start();
