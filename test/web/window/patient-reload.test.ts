import { beforeEach, expect, test, vi } from 'vitest';
import { forgetPatience, reloadPatiently } from '../../../web/src/lib/patient-reload';

beforeEach(() => history.replaceState(null, '', '/app?from=mail#top'));

test('the page is opened anew at an address that the offline worker knows by, and keeps the rest of it', () => {
  const replace = vi.fn<(url: URL) => void>();
  vi.stubGlobal('location', { href: location.href, replace });
  reloadPatiently();
  const [url] = replace.mock.lastCall ?? [];
  expect([url?.pathname, url?.searchParams.has('new-version'), url?.searchParams.get('from'), url?.hash]).toEqual([
    '/app',
    true,
    'mail',
    '#top',
  ]);
});

test('once it is there, the address and what the router knows of it are the usual ones', () => {
  history.replaceState({ key: 'k1' }, '', '/app?from=mail&new-version=#top');
  forgetPatience();
  expect([location.pathname + location.search + location.hash, history.state]).toEqual([
    '/app?from=mail#top',
    { key: 'k1' },
  ]);
  const replaceState = vi.spyOn(history, 'replaceState');
  forgetPatience();
  expect(replaceState).not.toHaveBeenCalled();
});
