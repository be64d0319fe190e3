import { expect, test } from 'vitest';
import type { CountsRow } from '../../../src/notifications/counts/counts-row';
import { afterAttempt, nextAttemptAt } from '../../../src/notifications/counts/next-attempt';
import type { Outcome } from '../../../src/notifications/message';
import { WEBHOOK_BODY_MAX_BYTES, webhookBody } from '../../../src/notifications/send/webhook';
import { DAY_MS, HOUR_MS } from '../../../src/shared/durations';
import { AREAS_PER_EVENT_MAX } from '../../../src/shared/schemas/limits';
import { type Counts, WebhookBodySchema } from '../../../src/rpc/webhook-bodies';
import * as z from 'zod/mini';
import { at } from './account';
import { message } from './messages';

/** Tests when a webhook gets counts again, and what such a message has room for. */

const NEW: CountsRow = {
  recipientId: 'r',
  eventId: 'e',
  eventName: 'Summer Fest',
  mark: null,
  state: 'waiting',
  answer: null,
  failures: 0,
  failingSince: null,
  lastAt: at(0),
  dueAt: null,
};
const FAILED: Outcome = { type: 'again', answer: '503' };

test('the next counts follow a second after the last ones', () => {
  const sent = afterAttempt(NEW, 'a', { type: 'sent', answer: '200' }, at(1));
  expect(sent).toMatchObject({ mark: 'a', state: 'sent', failures: 0, dueAt: null, lastAt: at(1) });
  expect(nextAttemptAt(sent)).toBe(at(1) + 1_000);
});

test('after failures the waits double up to an hour, and a success ends them', () => {
  let row = NEW;
  const waits: number[] = [];
  for (let now = at(0); waits.length < 12; now = nextAttemptAt(row)) {
    row = afterAttempt(row, 'a', FAILED, now);
    waits.push((nextAttemptAt(row) - now) / 1_000);
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600]);
  expect(row).toMatchObject({ mark: null, state: 'waiting', failures: 12 });
  const sent = afterAttempt(row, 'b', { type: 'sent', answer: '204' }, at(99));
  expect(sent).toMatchObject({ mark: 'b', state: 'sent', failures: 0, failingSince: null, dueAt: null });
});

test('a receiver that asks for a longer wait gets it', () => {
  const row = afterAttempt(NEW, 'a', { type: 'again', answer: '429', afterMs: 120_000 }, at(0));
  expect(nextAttemptAt(row)).toBe(at(2));
});

test.each<[string, Outcome, number]>([
  ['after a day of failures', FAILED, at(0) - DAY_MS],
  ['when no attempt can succeed', { type: 'refused', answer: 'no_secret' }, at(0)],
])('%s they are given up, and new counts wait an hour', (_when, outcome, failingSince) => {
  const row = afterAttempt({ ...NEW, failures: 30, failingSince }, 'a', outcome, at(0));
  expect(row).toMatchObject({ state: 'failed', mark: null });
  expect(nextAttemptAt(row)).toBe(at(0) + HOUR_MS);
});

test('the counts of the largest event fit, with their names if there is room', () => {
  const counts = (areaName: string): Counts => ({
    eventId: 'e'.repeat(32),
    eventName: 'Summer Fest',
    epoch: 'a'.repeat(32),
    version: 1e9,
    lastUpdatedAt: new Date(at(0)).toISOString(),
    occupancy: 1e9,
    capacity: 1e9,
    areas: Array.from({ length: AREAS_PER_EVENT_MAX }, (_, i) => ({
      areaId: String(i).padStart(32, '0'),
      areaName,
      occupancy: 1e9,
      capacity: 1e9,
      totalEntries: 1e9,
      totalExits: 1e9,
    })),
  });
  for (const [name, hasNames] of [
    ['Bar', true],
    ['🎪'.repeat(50), false],
  ] as const) {
    const text = webhookBody(message({ type: 'counts', counts: counts(name) }), null);
    expect(new TextEncoder().encode(text).byteLength).toBeLessThanOrEqual(WEBHOOK_BODY_MAX_BYTES);
    const body = z.parse(WebhookBodySchema, JSON.parse(text));
    if (body.type !== 'counts.changed') throw new Error(body.type);
    expect(body.data.areas).toHaveLength(AREAS_PER_EVENT_MAX);
    expect(body.data.areas[0]).toMatchObject({ areaName: hasNames ? name : null, occupancy: 1e9 });
  }
});
