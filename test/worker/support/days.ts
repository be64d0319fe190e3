import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { businessDay, DEFAULT_DAY_CLOCK } from '../../../src/shared/rules/business-day';
import { ledgerRows } from './rebuild';
import { EVENT_ID, roomStub } from './room';

const DayRowSchema = z.object({
  day: z.string(),
  countedAt: z.number(),
  billableAt: z.nullable(z.number()),
});
const COLUMNS = 'day, counted_at AS countedAt, billable_at AS billableAt';

/** The room's own days, in order; those with `isDelivered` false D1 does not have yet, or not as they are. */
export const markedDays = (room = roomStub()) =>
  runInDurableObject(room, (_room, { storage }) =>
    z.parse(
      z.array(z.extend(DayRowSchema, { isDelivered: z.coerce.boolean() })),
      storage.sql.exec(`SELECT ${COLUMNS}, due_at IS NULL AS isDelivered FROM days ORDER BY day`).toArray(),
    ),
  );

/** D1's days of the event, in order. */
export async function recordedDays(eventId = EVENT_ID) {
  const rows = env.DB.prepare(`SELECT ${COLUMNS} FROM activity_days WHERE event_id = ? ORDER BY day`).bind(eventId);
  return z.parse(z.array(DayRowSchema), (await rows.all()).results);
}

/** The days that the room must have marked by its ledger alone: what was tapped, undone or not, and no undo. */
export async function daysOfLedger(): Promise<string[]> {
  const taps = (await ledgerRows()).filter(({ undoes }) => undoes === null);
  return [...new Set(taps.map(({ occurredAt }) => businessDay(occurredAt, DEFAULT_DAY_CLOCK).day))].toSorted();
}
