import { beforeEach, expect, test, vi } from 'vitest';
import { RELAY_IDLE_MS, RELAY_TIMEOUT_MS, RELAYS_MAX } from '../../../src/room/sockets/limits';
import { Broadcast } from '../../../src/room/sockets/broadcast';
import { Relays } from '../../../src/room/sockets/relays';
import type { OpenRelays } from '../../../src/room/storage/room-store';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));

const PER_RELAY = 2_000;

/** A room with relays that count their viewers and take each publication after `takesMs`. */
function setUp({ takesMs = 20 } = {}) {
  const store: { relays: OpenRelays } = { relays: { next: 1, open: [] } };
  const viewers = new Map<number, number>();
  const published: number[] = [];
  let hangs: number | null = null;
  const relayOf = (relay: number) => ({
    fetch: () => Promise.reject(new Error('not here')),
    end: () => Promise.resolve(),
    publish: async () => {
      published.push(relay);
      await new Promise((resolve) => setTimeout(resolve, hangs === relay ? 1e9 : takesMs));
      return viewers.get(relay) ?? 0;
    },
  });
  const moveViewers = vi.fn<() => void>();
  const broadcast: Broadcast = new Broadcast({
    now: () => Date.now(),
    receivers: (tier) => (tier === 'relay' ? relays.all : new Set()),
    reached: () => relays.viewers,
    text: () => '',
    control: () => () => '',
    shownChanged: () => {},
  });
  const relays: Relays = new Relays({
    store,
    now: () => Date.now(),
    eventId: () => 'e1',
    relayOf,
    viewersPerRelay: PER_RELAY,
    publicationOf: (frame) => ({ frame, displaySession: null, revision: 1 }),
    moveViewers,
    touch: () => broadcast.touchViewers(),
  });
  const arrive = (not?: number): number | null => {
    const relay = relays.placeFor(not);
    if (relay !== null) viewers.set(relay, (viewers.get(relay) ?? 0) + 1);
    return relay;
  };
  return {
    store,
    relays,
    viewers,
    published,
    broadcast,
    arrive,
    moveViewers,
    hang: (relay: number) => (hangs = relay),
  };
}

test('a hundred thousand viewers fill fifty relays and no more, and the room publishes fifty times a second', async () => {
  const { arrive, viewers, published, broadcast, moveViewers, store } = setUp();
  for (let viewer = 0; viewer < RELAYS_MAX * PER_RELAY; viewer++) arrive();
  expect(arrive()).toBeNull();
  expect([...viewers.values()]).toEqual(Array.from({ length: RELAYS_MAX }, () => PER_RELAY));
  expect(moveViewers).toHaveBeenCalledOnce();
  expect(store.relays.open).toHaveLength(RELAYS_MAX);
  // Ten taps a second for ten seconds: the first is published at once, then one state each second.
  for (let tap = 0; tap < 100; tap++) {
    broadcast.touch(['a']);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(published).toHaveLength(11 * RELAYS_MAX);
  // A viewer who leaves makes room for another one.
  viewers.set(7, PER_RELAY - 1);
  broadcast.touch(['a']);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([arrive(), arrive()]).toEqual([7, null]);
});

test('few viewers behind relays are told as often as the room would tell them, so that a tap seldom keeps it awake', async () => {
  const { arrive, published, broadcast } = setUp();
  for (let viewer = 0; viewer < 500; viewer++) arrive();
  for (let tap = 0; tap < 10; tap++) {
    broadcast.touch(['a']);
    await vi.advanceTimersByTimeAsync(100);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(published).toHaveLength(6);
});

test('a slow relay gets the newest state when it is done, a hung one is given up, and numbers are not used again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const slow = setUp({ takesMs: 1_500 });
  slow.arrive();
  for (let tap = 0; tap < 5; tap++) slow.broadcast.touch(['a']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(slow.published).toEqual([1, 1]);
  const { arrive, broadcast, store, hang, relays } = setUp();
  expect([arrive(), arrive(1)]).toEqual([1, 2]);
  hang(1);
  broadcast.touch(['a']);
  await vi.advanceTimersByTimeAsync(RELAY_TIMEOUT_MS);
  expect(store.relays).toEqual({ next: 3, open: [2] });
  expect(arrive(2)).toBe(3);
  // The relay is back and asks.
  expect(relays.subscribe(1, 5)).toBe(true);
  expect(store.relays).toEqual({ next: 4, open: [2, 3, 1] });
});

test('a relay without viewers is released after some minutes, and without relays the room serves viewers itself', async () => {
  const { arrive, viewers, broadcast, relays } = setUp();
  arrive();
  viewers.set(1, 0);
  broadcast.touch(['a']);
  await vi.advanceTimersByTimeAsync(RELAY_IDLE_MS - 1_000);
  broadcast.touch(['a']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(relays.isOpen).toBe(true);
  broadcast.touch(['a']);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(relays.isOpen).toBe(false);
});
