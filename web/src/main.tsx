// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { startErrorReporting } from './lib/error-reporting';
import { loadLanguage } from './lib/language';
import { keepForOffline } from './lib/offline-worker';
import { forgetPatience } from './lib/patient-reload';

async function start(root: HTMLElement): Promise<void> {
  await loadLanguage();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

startErrorReporting();
forgetPatience();
const root = document.getElementById('root');
if (root) void start(root);

keepForOffline();
