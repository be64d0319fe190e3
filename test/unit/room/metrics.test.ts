import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Batch } from '../../../src/room/intake';
import { Metrics } from '../../../src/room/metrics';

const log = vi.spyOn(console, 'info').mockImplementation(() => undefined);
const lines = () => log.mock.calls.map(([line]) => JSON.parse(String(line)));

let now = 0;
let synced: () => Promise<void>;
const connections = { size: 7, inTier: () => new Set([]) };

beforeEach(() => {
  now = 1_000_000;
  synced = async () => undefined;
  log.mockClear();
});
afterEach(() => vi.useRealTimers());

const metrics = () => new Metrics({ now: () => now, connections, synced: () => synced() });

/** A frame with that many taps that waited that long. */
const batch = (taps: number, waitedMs: number): Batch => ({
  clientId: 'c1',
  principal: 'code:e1',
  seq: 1,
  sentAt: now,
  receivedAt: now - waitedMs,
  taps: Array.from({ length: taps }, () => ({ areaId: 'a1', change: 1, at: now })),
  reply: { ack: () => {}, refuse: () => {}, fail: () => {}, eventDeleted: () => {} },
});

test('a minute of counting is one line, said once it is over', async () => {
  const room = metrics();
  let settle = () => {};
  synced = () =>
    new Promise((resolve) => {
      settle = resolve;
    });
  room.counted('e1', [batch(1, 4), batch(2, 0)], now);
  now += 9;
  settle();
  await Promise.resolve();
  now += 50_991;
  room.counted('e1', [batch(200, 2)], now);
  expect(lines()).toEqual([]);
  now += 8_999;
  room.sayWhenDue();
  expect(lines()).toEqual([]);
  now += 1;
  room.sayWhenDue();
  expect(lines()).toEqual([
    {
      level: 'info',
      what: 'room',
      eventId: 'e1',
      seconds: 60,
      taps: 203,
      flushes: 2,
      tapsPerFlushMax: 200,
      waitMsMean: 2,
      waitMsMax: 4,
      syncMs: 9,
      sockets: 7,
      viewers: 0,
    },
  ]);
});

test('the disk is asked once a minute; where it cannot be, nothing is said of it', async () => {
  let asked = 0;
  synced = async () => {
    asked += 1;
    throw new Error('The room restarts');
  };
  const room = metrics();
  for (let i = 0; i < 100; i++) room.counted('e1', [batch(1, 0)], now);
  await Promise.resolve();
  expect(asked).toBe(1);
  now += 60_000;
  room.sayWhenDue();
  expect(lines()[0]).not.toHaveProperty('syncMs');

  const elsewhere = new Metrics({ now: () => now, connections });
  expect(() => elsewhere.counted('e1', [batch(1, 0)], now)).not.toThrow();
});

test.each([
  ['an hour later', 3_600_000, 3_600],
  ['after the clock was set back by an hour', -3_600_000, -3_600],
])('the next tap, %s, says what was counted before it', (_when, ms, seconds) => {
  const room = metrics();
  room.counted('e1', [batch(1, 0)], now);
  now += ms;
  room.counted('e1', [batch(2, 0)], now);
  now += 60_000;
  room.sayWhenDue();
  const said = [
    { seconds, taps: 1, waitMsMax: 0 },
    { seconds: 60, taps: 2 },
  ];
  expect(lines()).toMatchObject(said);
  // Nobody counts any more, so nothing is logged, however often it is asked.
  for (let minute = 0; minute < 5; minute++) {
    room.sayWhenDue();
    now += 60_000;
  }
  expect(lines()).toHaveLength(said.length);
});
