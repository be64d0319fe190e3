import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import script from '../../../web/public/language.js?raw';
import { renderPage } from '../../../web/src/site/pages';

const ORIGIN = 'https://headroom.test';
const replace = vi.fn<(url: string) => void>();

interface Visit {
  path?: string;
  languages?: readonly string[];
  chosen?: string;
  referrer?: string;
}

/** Opens a public page as its head does, and returns where the script leads. */
function visit({ path = '/', languages = ['de-DE', 'en'], chosen, referrer = '' }: Visit): string | undefined {
  if (chosen !== undefined) localStorage.setItem('headroom.language', chosen);
  vi.stubGlobal('navigator', { languages });
  vi.stubGlobal('location', { origin: ORIGIN, pathname: path, search: '?from=mail', hash: '#pricing', replace });
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  // oxlint-disable-next-line typescript/no-implied-eval -- the script is a file of its own, not a module
  new Function(script)();
  return replace.mock.lastCall?.[0];
}

beforeEach(() => replace.mockReset());
afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

const THERE = '/de/?from=mail#pricing';

test.each<[string, string | undefined, Visit]>([
  ['prefers German', THERE, {}],
  ['prefers German among those that there are', THERE, { languages: ['fr', 'de-AT', 'en'] }],
  ['comes from elsewhere', THERE, { referrer: 'https://search.test/?q=headroom' }],
  ['has German chosen', THERE, { languages: ['en'], chosen: 'de' }],
  ['has a choice that nobody knows', THERE, { chosen: 'klingon' }],
  ['prefers English', undefined, { languages: ['en-US', 'de'] }],
  ['speaks neither', undefined, { languages: ['fr'] }],
  ['has English chosen', undefined, { chosen: 'en' }],
  ['follows a link of these pages', undefined, { referrer: `${ORIGIN}/de/tos` }],
  ['is there already', undefined, { path: '/de/' }],
  ['wants another page', undefined, { path: '/tos' }],
])('a browser that %s is sent from / to %s', (_who, address, given) => {
  expect(visit(given)).toBe(address);
});

test('a window without storage goes by its browser', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, clear: () => undefined });
  expect(visit({})).toBe(THERE);
});

test.each([
  ['de/index.html', 'English', 'en'],
  ['tos.html', 'Deutsch', 'de'],
  ['de/tos.html', 'Zur englischen Fassung', 'en'],
])('%s: the link %s is a choice, kept for the next visit and for the app', (file, name, language) => {
  const facts = { supportEmail: 'help@venue.test', origin: null, retentionMonths: '24' };
  document.body.innerHTML = renderPage(file, facts).body;
  visit({ path: '/tos' });
  expect(localStorage.getItem('headroom.language')).toBeNull();
  const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === name);
  expect(link?.getAttribute('hreflang')).toBe(language);
  if (link) fireEvent.click(link);
  expect(localStorage.getItem('headroom.language')).toBe(language);
});
