import { screen } from '@testing-library/dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PublicNumbers } from '../../../src/shared/public-numbers/schemas';
import { OLD_AFTER_MS, POLL_EVERY_MS } from '../../../web/widget/poll';
import { startFrom } from '../../../web/widget/widget';

/** Tests the widget that other sites show, as their page would load it (docs/product.md, P9). */

const TOKEN = 'ab'.repeat(32);
const NUMBERS: PublicNumbers = {
  eventName: 'Warehouse Friday',
  state: 'open',
  readAt: '2026-07-31T20:15:00.000Z',
  venue: { fill: { level: 'busy', percent: 60 } },
  areas: [],
};

const fetched = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const answer = (body: object, status = 200) => fetched.mockImplementation(async () => Response.json(body, { status }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  document.documentElement.lang = '';
  document.body.replaceChildren();
  document.head.replaceChildren();
  history.replaceState(null, '', '/');
  fetched.mockReset();
});

function load(data: Readonly<Record<string, string>>, parent = document.body) {
  const script = document.createElement('script');
  script.type = 'text/plain';
  script.src = 'https://headroom.test/widget.js';
  Object.assign(script.dataset, data);
  parent.append(script);
  startFrom(script);
  const host = document.querySelector<HTMLElement>('.headroom-widget');
  const root = host?.shadowRoot;
  if (!host || !root) throw new Error('The widget has not started');
  const level = () => root.querySelector('[role=status]')?.textContent;
  const text = () =>
    [...root.querySelectorAll<HTMLElement>('p, li')].filter(({ hidden }) => !hidden).map((line) => line.textContent);
  return { host, root, level, text };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

test('a script tag shows how busy the event is, in words and with a percentage, beside the script', async () => {
  answer(NUMBERS);
  const { host, level, text, root } = load({ token: TOKEN });
  expect(level()).toBe('Loading…');
  await settle();
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([`https://headroom.test/api/public/${TOKEN}`]);
  expect(fetched.mock.calls[0]?.[1].credentials).toBe('omit');
  expect(text()).toEqual(['Warehouse Friday', 'Busy', '60% full']);
  expect(document.body.lastElementChild).toBe(host);
  expect(root.querySelector<HTMLElement>('.bar div')?.style.width).toBe('60%');
  expect(root.querySelector('.bar')?.getAttribute('aria-hidden')).toBe('true');
  expect(screen.queryByText('Busy')).toBeNull();
});

test('without a percentage it says the level alone', async () => {
  answer({ ...NUMBERS, venue: { fill: { level: 'busy', percent: null } } });
  const { text, root } = load({ token: TOKEN });
  await settle();
  expect(text()).toEqual(['Warehouse Friday', 'Busy']);
  expect(root.querySelector<HTMLElement>('.bar')?.hidden).toBe(true);
});

test('with numbers it says how many people are in the venue and in each area, in the language of the page', async () => {
  answer({
    ...NUMBERS,
    venue: { fill: { level: 'nearly_full', percent: 95 }, occupancy: 1900, capacity: 2000 },
    areas: [
      { areaName: 'Halle', fill: { level: 'full', percent: 100 }, occupancy: 1800, capacity: 1800 },
      { areaName: '<img src=x onerror=alert(1)>', fill: null, occupancy: 100, capacity: null },
    ],
  });
  const { text, root } = load({ token: TOKEN, lang: 'de-AT' });
  await settle();
  expect(text()[1]).toBe('Fast voll');
  expect(text()[2]).toMatch(/^zu 95 % gefüllt · 1.900 von 2.000 Personen$/);
  expect(text()[3]).toMatch(/^Halle1.800 von 1.800 · Voll$/);
  expect(text()[4]).toBe('<img src=x onerror=alert(1)>100 Personen');
  expect(root.querySelector('img')).toBeNull();
});

test('without a connection it keeps the last numbers and says of when they are; a later answer takes that back', async () => {
  answer(NUMBERS);
  const { text, level } = load({ token: TOKEN });
  await settle();
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS + 1_000);
  expect(level()).toBe('Busy');
  expect(text().at(-1)).toMatch(/^No connection\. As of .+\.$/);
  answer({ ...NUMBERS, venue: { fill: { level: 'full', percent: 100 } } });
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS + 1_000);
  expect(text()).toEqual(['Warehouse Friday', 'Full', '100% full']);
});

test('numbers older than 15 minutes are shown no more: they would say of yesterday that it is now', async () => {
  vi.setSystemTime(NUMBERS.readAt);
  answer({ ...NUMBERS, venue: { fill: { level: 'full', percent: 100 } } });
  const { text, level } = load({ token: TOKEN });
  await settle();
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  await vi.advanceTimersByTimeAsync(OLD_AFTER_MS - POLL_EVERY_MS);
  expect(level()).toBe('Full');
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS * 2);
  expect(text()).toEqual(['Warehouse Friday', 'Not available at the moment']);
  answer(NUMBERS);
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS + 1_000);
  expect(text()).toEqual(['Warehouse Friday', 'Busy', '60% full']);
});

test.each([
  [{ lang: 'de_DE' }, 'en', 'de', 'Gut besucht'],
  [{ lang: 'en_US' }, 'de', 'en', 'Busy'],
  [{ lang: '' }, 'de-AT', 'de', 'Gut besucht'],
  [{}, 'de_DE', 'de', 'Gut besucht'],
  [{}, 'no language', 'en', 'Busy'],
  [{ lang: 'fr' }, 'de', 'en', 'Busy'],
  [{ lang: 'den' }, 'de', 'en', 'Busy'],
])('with %o on a page in "%s" it speaks %s, also in its numbers', async (data, pageLanguage, language, expected) => {
  document.documentElement.lang = pageLanguage;
  answer({ ...NUMBERS, venue: { fill: { level: 'busy', percent: 60 }, occupancy: 1200, capacity: 2000 } });
  const { host, level, text } = load({ token: TOKEN, ...data });
  await settle();
  expect([host.lang, level()]).toEqual([language, expected]);
  expect(text().at(-1)).toContain(language === 'de' ? '1.200 von 2.000 Personen' : '1,200 of 2,000 people');
});

test.each([
  [503, { code: 'unavailable' }, 'Not available at the moment'],
  [200, { some: 'page' }, 'Not available at the moment'],
  [200, { ...NUMBERS, state: 'paused', venue: null }, 'Not available at the moment'],
  [200, { ...NUMBERS, state: 'paused', shows: 'evacuation', venue: null }, 'Evacuation'],
  [200, { ...NUMBERS, state: 'paused', shows: 'exercise', isDrill: true, venue: null }, 'Drill'],
  [200, { ...NUMBERS, state: 'paused', shows: 'ask_staff', venue: null }, 'Please ask the staff'],
  [200, { ...NUMBERS, isDrill: true, venue: { fill: { level: 'busy', percent: null } } }, 'Drill · Busy'],
  [200, { ...NUMBERS, state: 'not_started', venue: null }, 'No numbers yet'],
  [200, { ...NUMBERS, venue: { fill: null, occupancy: 9, capacity: null } }, '9 people'],
  [200, { ...NUMBERS, venue: { fill: null, occupancy: 1, capacity: null } }, '1 person'],
  [200, { ...NUMBERS, venue: { fill: null } }, 'Not available at the moment'],
  [404, { code: 'not_found' }, 'Not public'],
])('an answer %i with %o says: %s', async (status, body, expected) => {
  answer(body, status);
  const { level, root } = load({ token: TOKEN });
  await settle();
  expect(level()).toBe(expected);
  expect(root.querySelector<HTMLElement>('.bar')?.hidden).toBe(true);
});

test('it asks only while it can be seen, and never again once the event is not public or the widget is gone', async () => {
  answer(NUMBERS);
  const visibility = vi.spyOn(document, 'visibilityState', 'get');
  const { host } = load({ token: TOKEN });
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS);
  expect(fetched).toHaveBeenCalledTimes(2);
  visibility.mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS * 10);
  expect(fetched).toHaveBeenCalledTimes(2);
  visibility.mockReturnValue('visible');
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(fetched).toHaveBeenCalledTimes(3);
  answer({ code: 'not_found' }, 404);
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS * 10);
  expect(fetched).toHaveBeenCalledTimes(4);
  host.remove();
  visibility.mockRestore();

  fetched.mockClear();
  answer(NUMBERS);
  const second = load({ token: TOKEN });
  await settle();
  second.host.remove();
  await vi.advanceTimersByTimeAsync(POLL_EVERY_MS * 3);
  expect(fetched).toHaveBeenCalledOnce();
});

test('once the event is not public, it listens to and watches the page no more', async () => {
  const disconnect = vi.fn<() => void>();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe = () => {};
      disconnect = disconnect;
    },
  );
  const removed = vi.spyOn(document, 'removeEventListener');
  answer({ code: 'not_found' }, 404);
  load({ token: TOKEN });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(disconnect).toHaveBeenCalledOnce();
  expect(removed).toHaveBeenCalledWith('visibilitychange', expect.any(Function));
});

test('a script in the head of a page shows the widget at the end of its body', async () => {
  answer(NUMBERS);
  const { host, level } = load({ token: TOKEN }, document.head);
  await settle();
  expect([host.parentElement, level()]).toEqual([document.body, 'Busy']);

  // A script without `async` runs before there is a body.
  host.remove();
  const loading = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  expect(() => load({ token: TOKEN }, document.head)).toThrow('The widget has not started');
  loading.mockRestore();
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(document.body.lastElementChild?.className).toBe('headroom-widget');
});

test('a page sets colors and theme, and nothing else that it writes becomes a style', async () => {
  answer(NUMBERS);
  const { host } = load({
    token: TOKEN,
    background: 'navy',
    text: 'white',
    theme: 'dark',
    accent: 'red; display: none',
  });
  await settle();
  expect(host.style.getPropertyValue('--headroom-background')).toBe('navy');
  expect(host.dataset.theme).toBe('dark');
  expect(host.style.display).toBe('');
});

test('as the page of a frame it takes token and look from the address', async () => {
  answer(NUMBERS);
  history.replaceState(null, '', `/widget/${TOKEN}?lang=de&theme=light`);
  const { host, level } = load({ frame: '' });
  await settle();
  // Without corners and margins, which would show the frame's own white.
  expect(host.dataset.frame).toBe('');
  expect(fetched.mock.calls[0]?.[0]).toBe(`https://headroom.test/api/public/${TOKEN}`);
  expect([level(), host.dataset.theme, host.lang]).toEqual(['Gut besucht', 'light', 'de']);
});
