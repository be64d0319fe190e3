import { beforeEach, expect, test, vi } from 'vitest';
import { Broadcast, type BroadcastTier } from '../../../src/room/sockets/broadcast';
import { broadcastIntervalMs } from '../../../src/room/sockets/limits';
import { LatestBroadcast } from '../../../src/room/sockets/fan-out';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));

interface Socket {
  sent: string[];
  send(message: string): void;
}

function socket(): Socket {
  const sent: string[] = [];
  return { sent, send: (message) => sent.push(message) };
}

function setUp(counting: number, viewers = 0) {
  const tiers: Record<BroadcastTier, Set<Socket>> = {
    counting: new Set(Array.from({ length: counting }, socket)),
    viewer: new Set(Array.from({ length: viewers }, socket)),
    relay: new Set(),
  };
  let version = 0;
  const broadcast = new Broadcast({
    now: () => Date.now(),
    receivers: (tier) => tiers[tier],
    reached: (tier) => tiers[tier].size,
    text: (tier, areaIds) => JSON.stringify({ eventId: tier === 'viewer' ? tier : [...areaIds].join(), version }),
    control: (about) => {
      const told = `${about} ${version}`;
      return () => told;
    },
    shownChanged: () => {},
  });
  const touch = (...areaIds: string[]) => {
    version += 1;
    broadcast.touch(areaIds);
  };
  return { tiers, touch, broadcast };
}

const texts = (sockets: ReadonlySet<Socket>) => [...sockets].map(({ sent }) => sent.length);

test('the first change is sent at once, and the next changes together when the interval is over', () => {
  const { tiers, touch } = setUp(20);
  touch('a');
  expect(texts(tiers.counting)).toEqual(Array.from({ length: 20 }, () => 1));
  touch('a');
  touch('b');
  vi.advanceTimersByTime(9);
  expect(texts(tiers.counting)[0]).toBe(1);
  vi.advanceTimersByTime(1);
  expect(texts(tiers.counting)[0]).toBe(2);
  expect([...tiers.counting][0]?.sent[1]).toContain('"eventId":"a,b","version":3');
  vi.advanceTimersByTime(1_000);
  expect(texts(tiers.counting)[0]).toBe(2);
});

test('a change meets its deadline even when timers never run, and a clock that is set back delays nothing', () => {
  const { tiers, touch } = setUp(20);
  for (let i = 0; i < 50; i++) {
    touch('a');
    vi.setSystemTime(Date.now() + 2);
  }
  expect(texts(tiers.counting)[0]).toBe(10);
  vi.setSystemTime(Date.now() - 3_600_000);
  touch('b');
  expect(texts(tiers.counting)[0]).toBe(11);
});

test('viewers get changes less often but end with the same value', () => {
  const { tiers, touch } = setUp(2, 2);
  touch('a');
  for (let i = 0; i < 10; i++) {
    vi.advanceTimersByTime(10);
    touch('a');
  }
  expect(texts(tiers.counting)).toEqual([11, 11]);
  expect(texts(tiers.viewer)).toEqual([1, 1]);
  vi.advanceTimersByTime(200);
  expect(texts(tiers.viewer)).toEqual([2, 2]);
  expect([...tiers.viewer][0]?.sent[1]).toContain('"version":11');
  expect([2, 2_000, 9_000].map(broadcastIntervalMs.viewer)).toEqual([200, 500, 1_000]);
  expect([2, 1_000, 5_000].map(broadcastIntervalMs.counting)).toEqual([10, 100, 500]);
});

test('alerts that keep changing are sent at the rate of the counts, and the last one is sent', async () => {
  const { tiers, broadcast } = setUp(200);
  const [first] = tiers.counting;
  broadcast.touchControl('alerts');
  await Promise.resolve();
  vi.advanceTimersByTime(0);
  expect(first?.sent).toEqual(['alerts 0']);
  for (let i = 0; i < 99; i++) {
    broadcast.touchControl('alerts');
    await Promise.resolve();
    vi.advanceTimersByTime(1);
  }
  const before = first?.sent.length ?? 0;
  expect(before).toBeLessThanOrEqual(5);
  vi.advanceTimersByTime(1_000);
  expect(first?.sent.length).toBe(before + 1);
});

test('alerts and orders of one moment are sent once each, in frames of their own', async () => {
  const { tiers, broadcast } = setUp(2, 2);
  for (const about of ['orders', 'alerts', 'orders'] as const) broadcast.touchControl(about);
  await Promise.resolve();
  expect([...tiers.counting].map(({ sent }) => sent)).toEqual([
    ['orders 0', 'alerts 0'],
    ['orders 0', 'alerts 0'],
  ]);
  expect(texts(tiers.viewer)).toEqual([0, 0]);
});

test.each([2, 60])('%i receivers, one of whom leaves in between, all get the newest state last', (count) => {
  const receivers = new Set(Array.from({ length: count }, (): string[] => []));
  let state = '';
  const latest = new LatestBroadcast(
    () => receivers,
    () => {
      const told = state;
      return (receiver) => receiver.push(told);
    },
  );
  const tell = (next: string) => {
    state = next;
    latest.tell();
  };
  tell('raised');
  const [first] = receivers;
  if (first) receivers.delete(first);
  tell('cleared');
  vi.runAllTimers();
  for (const heard of receivers) expect(heard).toEqual(['raised', 'cleared']);
});
