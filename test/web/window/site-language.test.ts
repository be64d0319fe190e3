import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import script from '../../../web/public/language.js?raw';

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
});

const THERE = '/de/?from=mail#pricing';

test.each<[string, string | undefined, Visit]>([
  ['prefers German', THERE, {}],
  ['has German chosen', THERE, { languages: ['en'], chosen: 'de' }],
  ['prefers English', undefined, { languages: ['en-US', 'de'] }],
  ['has English chosen', undefined, { chosen: 'en' }],
  ['follows a link of these pages', undefined, { referrer: `${ORIGIN}/de/tos` }],
  ['is there already', undefined, { path: '/de/' }],
  ['wants another page', undefined, { path: '/tos' }],
])('a browser that %s is sent from / to %s', (_who, address, given) => {
  expect(visit(given)).toBe(address);
});
