import { expect, test, vi } from 'vitest';
import { Metrics } from '../../../src/room/live/metrics';

test.each([
  ['a room whose frames wait', { waitMs: 1_001, syncMs: 10 }, [{ eventId: 'e1', waitMsMax: 1_001, syncMs: 10 }]],
  ['a room that writes slowly', { waitMs: 5, syncMs: 2_001 }, [{ eventId: 'e1', waitMsMax: 5, syncMs: 2_001 }]],
  ['a fast room', { waitMs: 1_000, syncMs: 2_000 }, []],
])('at the end of a minute the monitor learns of %s, and of no other', async (_what, { waitMs, syncMs }, told) => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  const state = { epoch: 'epoch-1', event: { eventId: 'e1' } };
  let now = 1_000_000;
  const slow: unknown[] = [];
  const metrics = new Metrics(
    { now: () => now, stateOrNone: state },
    {
      windows: new Map(),
      connections: { size: 1, inTier: () => new Set() },
      synced: async () => void (now += syncMs),
      onSlow: (minute) => slow.push(minute),
    },
  );
  metrics.counted({ now, taken: 1 }, [{ receivedAt: now - waitMs }]);
  await Promise.resolve();
  expect(slow).toEqual([]);
  now += 60_000;
  metrics.logWhenDue();
  expect(slow).toEqual(told);
});
