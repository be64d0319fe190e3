import { userEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import earlyScript from '../../../../web/public/early.js?raw';
import { renderPage } from '../../../../web/src/app/early-pages';
import { isAppAwaited, openPage } from '../../../../web/src/features/auth/early/early-page';
import { runForm } from '../../../../web/src/features/auth/early/early-form';
import { offerForm } from '../../../../web/src/features/auth/early/handover';
import { german } from '../../../../web/src/lib/texts/german';

const FACTS = { supportEmail: 'help@venue.test', origin: null, retentionMonths: '24' };

export interface EarlyVisit {
  languages?: readonly string[];
  /** What an earlier screen has left in the history. */
  state?: object;
  /** The cookie that says that somebody is logged in. */
  isSignedIn?: boolean;
}

/** Loads the page's HTML as a browser does, up to the script that blocks it. */
export function loadPage(address: string, { languages = ['en'], state, isSignedIn = false }: EarlyVisit = {}): void {
  const html = document.documentElement;
  html.lang = 'en';
  delete html.dataset.wait;
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([...languages]);
  document.cookie = `headroom_signed_in=1; Path=/${isSignedIn ? '' : '; Max-Age=0'}`;
  history.replaceState(state ? { usr: state, key: 'k', idx: 0 } : null, '', address);
  const { head, body } = renderPage(address.startsWith('/signup') ? 'signup.html' : 'login.html', FACTS);
  document.head.innerHTML = head;
  // oxlint-disable-next-line typescript/no-implied-eval -- the script is a file of its own, not a module
  new Function(earlyScript)();
  document.body.innerHTML = body;
}

/** The same, and lets the form work. */
export function openEarly(address: string, visit: EarlyVisit = {}) {
  loadPage(address, visit);
  if (isAppAwaited()) throw new Error('This page waits for the app');
  const way = { toApp: vi.fn<(place: object) => void>(), toLogin: vi.fn<(message: string) => void>() };
  const translate = async (message: string) =>
    document.documentElement.lang === 'de' ? german.translate(message) : message;
  const { early, goOnAlone } = runForm(openPage(), { translate, way });
  offerForm(early);
  return { user: userEvent.setup(), early, goOnAlone, way };
}
