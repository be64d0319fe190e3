// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './styles.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, fetchEarlyScreen } from './app/app';
import { offeredForm } from './features/auth/early/handover';
import { startErrorReporting } from './monitoring/error-reporting';
import { loadLanguage } from './texts/language';
import { keepForOffline } from './offline/offline-worker';
import { forgetReloads } from './offline/reload-for-update';
import { noteStartScript } from './offline/start-script';
import { hearStepsFirst } from './urls/leaving';

/**
 * Renders the app into the page. If the HTML contains a form, React hydrates it with everything that was typed. Any
 * other content of the page is replaced.
 */
async function show(root: HTMLElement): Promise<void> {
  const startsAsGuest = offeredForm() !== null;
  await Promise.all([loadLanguage(), startsAsGuest && fetchEarlyScreen(location.pathname)]);
  const app = (
    <StrictMode>
      <App startsAsGuest={startsAsGuest} />
    </StrictMode>
  );
  if (startsAsGuest) {
    hydrateRoot(root, app);
    return;
  }
  root.replaceChildren();
  delete document.documentElement.dataset.wait;
  createRoot(root).render(app);
}

/** Resolves when React has the code of the screen to show; rejects if that code cannot be loaded. */
export async function startApp(): Promise<void> {
  noteStartScript(import.meta.url);
  startErrorReporting();
  forgetReloads();
  hearStepsFirst();
  const root = document.getElementById('root');
  const isShown = offeredForm() !== null;
  const shown = root && show(root);
  keepForOffline(isShown);
  await shown;
}
