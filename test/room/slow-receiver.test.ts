import { expect, test, vi } from 'vitest';
import type { CountsRow } from '../../src/notifications/counts/counts-row';
import { CountsSender } from '../../src/notifications/counts/counts-sender';
import type { Recipient } from '../../src/notifications/recipients';
import { CountsAnnouncer } from '../../src/room/webhooks/counts-announcer';
import { COUNTS_INTERVAL_MS } from '../../src/shared/notifications/limits';
import { FRIDAY_NIGHT } from '../support/moments';
import { areaState, roomState } from '../unit/room/states';

/** Tests that a webhook that is slow costs the others nothing: the room's announcer and the hub's sender together. */

const hook = (recipientId: string): Recipient => ({
  recipientId,
  kind: 'webhook',
  address: `https://hook.test/${recipientId}`,
  secret: null,
  mailToken: null,
  language: 'en',
  eventIds: null,
  threshold: 0,
  afterMinutes: 0,
  quietHours: null,
  topics: ['counts'],
});

const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** The hub's sender with its rows in memory; `answerMs` is how long each recipient takes. */
function hub(answerMs: ReadonlyMap<string, number>) {
  const rows = new Map<string, CountsRow>();
  const arrived: { recipientId: string; at: number }[] = [];
  const sender = new CountsSender({
    now: () => Date.now(),
    loadRecipients: async () => [...answerMs.keys()].map(hook),
    rows: {
      of: (recipientId) => rows.get(recipientId),
      all: () => [...rows.values()],
      tidy: () => undefined,
      begin: (recipientId, eventId, eventName, now) => {
        const never = { mark: null, answer: null, failures: 0, failingSince: null, dueAt: null };
        if (rows.has(recipientId)) return;
        rows.set(recipientId, { recipientId, eventId, eventName, state: 'waiting', lastAt: now, ...never });
      },
      note: (row) => void rows.set(row.recipientId, row),
    },
    send: async ({ recipientId }) => {
      arrived.push({ recipientId, at: Date.now() });
      await wait(answerMs.get(recipientId) ?? 0);
      return { type: 'sent', answer: '200' };
    },
  });
  const times = (recipientId: string) => arrived.filter((one) => one.recipientId === recipientId).map(({ at }) => at);
  return { sender, times };
}

test('a receiver that takes three seconds delays no other: it has the counts of each second', async () => {
  vi.useFakeTimers({ now: FRIDAY_NIGHT });
  const receivers = [
    ['slow', 3_000],
    ['good', 40],
  ] as const;
  const { sender, times } = hub(new Map(receivers));
  let [calls, version] = [0, 0];
  const known = roomState([areaState('main')]);
  const announcer = new CountsAnnouncer({
    now: () => Date.now(),
    state: () => ({ ...known, version, event: { ...known.event, wantsCounts: true } }),
    alarms: {
      wakeBy: () => undefined,
      wakeFor: () => undefined,
      isWaiting: () => false,
      attempt: async (job) => await job.run(),
    },
    announce: async (ownerId, news) => {
      // Calls from room to hub take a little, and not always the same.
      await wait((calls += 1) % 2 === 0 ? 3 : 8);
      return await sender.take(ownerId, news);
    },
  });
  for (let i = 0; i < 30; i += 1) {
    version += 1;
    announcer.touch();
    await vi.advanceTimersByTimeAsync(400);
  }
  const good = times('good');
  const gaps = good.slice(1).map((at, index) => at - (good[index] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(COUNTS_INTERVAL_MS);
  expect(Math.max(...gaps)).toBeLessThan(1.1 * COUNTS_INTERVAL_MS);
  expect(times('slow').length).toBeGreaterThanOrEqual(3);
  expect(calls).toBeLessThan(14);
});
