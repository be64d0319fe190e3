import { expect, onTestFinished, test, vi } from 'vitest';
import type { Batch } from '../../../src/room/intake';
import { Metrics } from '../../../src/room/metrics';

let now = 1_000_000;

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
  const log = vi.spyOn(console, 'info').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const lines = () => log.mock.calls.map(([line]): unknown => JSON.parse(String(line)));
  const disk = Promise.withResolvers<void>();
  const connections = { size: 7, inTier: () => new Set([]) };
  const room = new Metrics({ now: () => now, connections, synced: () => disk.promise });
  room.counted('e1', [batch(1, 4), batch(2, 0)], now);
  now += 9;
  disk.resolve();
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
