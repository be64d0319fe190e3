import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import earlyScript from '../../../../web/public/early.js?raw';
import { renderPage } from '../../../../web/src/app/early-pages';
import { isAppAwaited, openPage } from '../../../../web/src/features/auth/early/early-page';
import { runForm } from '../../../../web/src/features/auth/early/early-form';
import { offerForm } from '../../../../web/src/features/auth/early/handover';

const FACTS = { supportEmail: 'help@venue.test', origin: null, retentionMonths: '24' };

/** Loads the page's HTML up to the blocking script, as a browser does; `state` is what an earlier screen has left. */
export function loadPage(address: string, state?: object): void {
  const html = document.documentElement;
  html.lang = 'en';
  delete html.dataset.wait;
  document.cookie = 'headroom_signed_in=; Path=/; Max-Age=0';
  history.replaceState(state ? { usr: state, key: 'k', idx: 0 } : null, '', address);
  const { head, body } = renderPage(address.startsWith('/signup') ? 'signup.html' : 'login.html', FACTS);
  document.head.innerHTML = head;
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(document.querySelector('script[src="/early.js"]'));
  // oxlint-disable-next-line typescript/no-implied-eval -- the script is a file of its own, not a module
  new Function(earlyScript)();
  document.body.innerHTML = body;
}

/** Loads the page and makes the form work. */
export function openEarly(address: string, state?: object) {
  loadPage(address, state);
  return runEarly();
}

/** Makes the form of the loaded page work. */
export function runEarly() {
  if (isAppAwaited()) throw new Error('This page waits for the app');
  const way = { toApp: vi.fn<(place: object) => void>(), toLogin: vi.fn<(message: string) => void>() };
  const { early, goOnAlone } = runForm(openPage(), { translate: async ({ text }) => text, way });
  offerForm(early);
  return { user: userEvent.setup(), goOnAlone, way };
}
