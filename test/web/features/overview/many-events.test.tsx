import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Event } from '../../../../src/shared/schemas/event';
import { LIVE_EVENTS_MAX } from '../../../../web/src/features/overview/use-live-events';
import { ACCOUNT_API } from '../../support/account';
import { alert } from '../../support/alerts';
import { area } from '../../support/areas';
import { joinRoom, openApp, path } from '../../support/dashboard';
import { FakeWebSocket } from '../../support/fake-sockets';

/** Tests of the overview with more events than can be live. */

beforeAll(() => import('../../../../web/src/features/overview/overview-screen'));

/** Replaces IntersectionObserver, for which jsdom has no layout. The test says what is on the screen. */
class FakeObserver {
  static readonly all = new Set<FakeObserver>();
  #target: Element | undefined;
  readonly #callback: IntersectionObserverCallback;

  constructor(callback: IntersectionObserverCallback) {
    this.#callback = callback;
  }

  observe(target: Element): void {
    this.#target = target;
    FakeObserver.all.add(this);
  }

  disconnect(): void {
    FakeObserver.all.delete(this);
  }

  tell(isOnScreen: (name: string) => boolean): void {
    if (!this.#target) return;
    const isIntersecting = isOnScreen(this.#target.getAttribute('aria-label') ?? '');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the screen reads only this field
    const entry = { isIntersecting } as IntersectionObserverEntry;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the screen does not read the observer
    this.#callback([entry], this as unknown as IntersectionObserver);
  }
}

const scrollTo = (isOnScreen: (name: string) => boolean) =>
  act(async () => {
    for (const observer of FakeObserver.all) observer.tell(isOnScreen);
  });

const EVENTS = 100;
const nameOf = (i: number): string => `Event ${String(i).padStart(3, '0')}`;
const LIST: Event[] = Array.from({ length: EVENTS }, (_, i) => ({
  eventId: `e${i}`,
  eventName: nameOf(i),
  accessCode: 'ABCD2346',
}));
/** The events with a crowd: the first, and a fuller one far down in the list. */
const FULL = EVENTS - 1;
const CROWDS: Record<number, number> = { 0: 40, [FULL]: 95 };
const ALERT = alert({ alertId: '7', raisedAt: new Date().toISOString(), areaId: null });

const API = {
  ...ACCOUNT_API,
  'GET /api/events': [200, LIST] as const,
  ...Object.fromEntries(
    LIST.map(({ eventId }, i) => {
      const areas = [area({ areaId: `a${i}`, currentOccupancy: CROWDS[i] ?? 0, capacity: 100 })];
      return [`GET /api/events/${eventId}/areas`, [200, { areas, alerts: i === FULL ? [ALERT] : [] }] as const];
    }),
  ),
};

const openSockets = () => FakeWebSocket.all.filter(({ url, readyState }) => url.includes('/events/') && readyState < 2);
const idsOf = (sockets: readonly FakeWebSocket[]) =>
  sockets.map(({ url }) => Number(/events\/e(\d+)/.exec(url)?.[1])).toSorted((a, b) => a - b);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
const panels = () => screen.getAllByRole('article').map((panel) => panel.getAttribute('aria-label'));

beforeEach(() => {
  FakeObserver.all.clear();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
});

test('of 100 events only those on the screen have sockets, and never more than a few', async () => {
  const { user } = openApp(API, '/app/overview?shown=76');
  await screen.findByRole('article', { name: nameOf(0) });
  expect(panels()).toEqual(range(0, 76).map(nameOf));
  screen.getByText('76 of 100 events');
  await scrollTo((name) => name < nameOf(6));
  await waitFor(() => expect(idsOf(openSockets())).toEqual(range(0, 6)));
  await user.click(screen.getByText('Show more events'));
  expect(panels()).toHaveLength(EVENTS);
  expect(path()).toBe('/app/overview?shown=100');
  expect(screen.queryByText('Show more events')).toBeNull();
  // A screen as large as this shows them all. The first ones stay live.
  await scrollTo(() => true);
  await waitFor(() => expect(openSockets()).toHaveLength(LIVE_EVENTS_MAX));
  expect(idsOf(openSockets())).toEqual(range(0, LIVE_EVENTS_MAX));
  await joinRoom({ areas: [area({ areaId: 'a0', currentOccupancy: 40, capacity: 100 })] }, 'e0');
  const first = within(screen.getByRole('article', { name: nameOf(0) }));
  const crowd = () => first.getAllByTestId('crowd')[0]?.textContent;
  await waitFor(() => expect(crowd()).toBe('40'));
  // An event that is scrolled away gives its socket to another one. It shows its last known numbers, and their time.
  await scrollTo((name) => name >= nameOf(40) && name < nameOf(70));
  await waitFor(() => expect(idsOf(openSockets())).toEqual(range(40, 40 + LIVE_EVENTS_MAX)));
  expect(crowd()).toBe('40');
  first.getByText(/^Figures as of \d\d:\d\d$/);
  expect(first.queryByText(/No connection/)).toBeNull();
  await scrollTo((name) => name < nameOf(4));
  await waitFor(() => expect(idsOf(openSockets())).toEqual([...range(0, 4), ...range(40, 60)]));
  expect(crowd()).toBe('40');
});

test('the fullest of 100 events comes first, and its alert sounds, although it was never on the screen', async () => {
  const vibrate = vi.fn<(pattern: number[]) => boolean>();
  Object.defineProperty(navigator, 'vibrate', { value: vibrate, configurable: true });
  const asked: string[] = [];
  const running = { now: 0, most: 0 };
  const slowly = Object.fromEntries(
    Object.entries(API).map(([call, answer]) => [
      call,
      !call.endsWith('/areas')
        ? answer
        : async () => {
            running.now += 1;
            running.most = Math.max(running.most, running.now);
            asked.push(call);
            await Promise.resolve();
            running.now -= 1;
            return answer;
          },
    ]),
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openApp(slowly, '/app/overview');
  await screen.findByRole('article', { name: nameOf(0) });
  expect(panels()[0]).toBe(nameOf(0));
  await act(() => vi.advanceTimersByTimeAsync(100_000));
  expect(new Set(asked).size).toBe(EVENTS);
  expect(running.most).toBe(1);
  expect(panels()[0]).toBe(nameOf(FULL));
  expect(vibrate).toHaveBeenCalled();
  expect(openSockets()).toEqual([]);
  expect(screen.getByText('People inside').nextSibling?.textContent).toBe('135');
  // From now on a call each two seconds keeps them up to date, and none is made while nobody looks.
  const before = asked.length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked.length - before).toBeLessThanOrEqual(35);
  expect(asked.length - before).toBeGreaterThan(20);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  const whenHidden = asked.length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(asked.length).toBe(whenHidden);
  Reflect.deleteProperty(navigator, 'vibrate');
});
