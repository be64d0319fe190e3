import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS } from '../../../src/shared/durations';
import { createEvent, signUp } from './accounts';

export const EVENTS = 500;
/** Three years of business days. */
export const DAYS = 1_095;
/** Events that counted on each of these days. */
export const BUSY_EVENTS = 40;
/** How often the admin has logged in, besides the present session. */
export const LOGINS = 300;

/** Rows of numbers from 0 to below `count`, as a table `n` with the column `i`. */
const numbers = (count: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`;

/** An account that is three years old, has as many events as it may have, and a history in D1 and in one room. */
export async function createLargeAccount() {
  const now = Date.now();
  const admin = await signUp();
  const event = await createEvent(admin, 'Event 000');
  const owner = z.parse(
    z.object({ id: z.string() }),
    await env.DB.prepare('SELECT owner_id AS id FROM events WHERE event_id = ?').bind(event.eventId).first(),
  );
  const inD1 = (sql: string, ...values: (string | number)[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  await inD1('UPDATE users SET created_at = ? WHERE user_id = ?', now - DAYS * DAY_MS, owner.id);
  await inD1('UPDATE events SET opened_at = 1 WHERE event_id = ?', event.eventId);
  await inD1(
    `INSERT INTO events (event_id, owner_id, event_name, access_code, created_at)
     ${numbers(EVENTS)} SELECT printf('event-%012d', i), ?, printf('Event %03d', i), printf('C%07d', i), ? FROM n WHERE i > 0`,
    owner.id,
    now,
  );
  await inD1(
    `INSERT INTO activity_days (event_id, day, owner_id, counted_at)
     ${numbers(DAYS)} SELECT event_id, date(? - i * 86400, 'unixepoch'), owner_id, (? - i * 86400) * 1000
     FROM (SELECT event_id, owner_id FROM events ORDER BY event_name LIMIT ${BUSY_EVENTS}), n`,
    Math.floor(now / 1000),
    Math.floor(now / 1000),
  );
  await inD1(
    `INSERT INTO sessions (token_hash, session_id, user_id, created_at, expires_at)
     ${numbers(LOGINS)} SELECT hex(randomblob(32)), hex(randomblob(16)), ?, ? - i / 2, ? FROM n`,
    owner.id,
    now,
    now + 20 * DAY_MS,
  );
  await admin.client.get(`/api/events/${event.eventId}/areas`);
  await runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)), (_room, { storage }) => {
    // Each tenth day has two revisions, and figures as large as those of a day with forty areas.
    storage.sql.exec(
      `INSERT INTO reports (day, revision, starts_at, ends_at, closed_at, figures, closing)
       ${numbers(DAYS)} SELECT date(? - i * 86400, 'unixepoch'), r, 0, 1, 2, hex(zeroblob(20000)), '{}'
       FROM n JOIN (SELECT 1 AS r UNION ALL SELECT 2) ON r = 1 OR i % 10 = 0`,
      Math.floor(now / 1000),
    );
  });
  return { ...admin, event, ownerId: owner.id };
}

/** Makes a call, and returns its answer with its number of queries of D1. */
export async function countingQueries<T>(work: () => Promise<T>): Promise<{ answer: T; queries: number }> {
  const prepared = vi.spyOn(Object.getPrototypeOf(env.DB), 'prepare');
  const answer = await work();
  const queries = prepared.mock.calls.length;
  prepared.mockRestore();
  return { answer, queries };
}
