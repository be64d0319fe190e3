import { and, eq, isNull, sql } from 'drizzle-orm';
import { activityDays, events, users } from '../../db/schema';
import { logError } from '../../observability/log';
import { DAY_MS, MINUTE_MS } from '../../shared/limits';
import { businessDay } from '../../shared/rules/business-day';
import { CRON_ACCESS } from '../access';
import type { RoomCaller } from '../context';
import { exportEvent } from '../operator/export-event';
import { databaseFileKey, deleteOldBackups, eventFileKey, upload } from './bucket';
import { databaseLines } from './database-file';

/**
 * An event in which nothing is counted any more is exported again after this time, so that a copy of it remains when
 * its last file reaches its retention.
 */
const REFRESHED_AFTER_MS = 25 * DAY_MS;

/**
 * No export begins after this time; the next hour continues. A cron may take 15 minutes
 * (developers.cloudflare.com/workers/platform/limits).
 */
const BEGINS_WITHIN_MS = 10 * MINUTE_MS;

/**
 * How many events one run exports. An export takes about 14 calls of D1, R2 and the room, and a run may make 10,000
 * (developers.cloudflare.com/workers/platform/limits).
 */
const EVENTS_PER_RUN = 400;

/** An event's own clocks are less than this apart from UTC, and a business day may begin at any time of the date. */
const DAYS_APART_MS = 3 * DAY_MS;

interface Candidate {
  eventId: string;
  timeZone: string;
  reportTime: string;
  backedUpAt: number | null;
  /** The last two active days, because the last one may still be open. */
  lastDays: string;
}

/**
 * Returns the last closed active day of an event that has to be backed up; undefined if nothing was counted in it, or
 * if its last backup contains all closed days and is not old.
 */
function dueDay({ timeZone, reportTime, backedUpAt, lastDays }: Candidate, now: number): string | undefined {
  const days = lastDays.split(',').toSorted();
  const isOld = backedUpAt === null || backedUpAt < now - REFRESHED_AFTER_MS;
  // Asking a time zone is slow, and most events have counted nothing for weeks.
  const isQuiet = (at: number) => Date.parse(`${days.at(-1)}T00:00:00Z`) < at - DAYS_APART_MS;
  if (!isOld && isQuiet(backedUpAt)) return undefined;
  const clock = { timeZone, reportTime };
  const today = businessDay(now, clock).day;
  const last = days.findLast((day) => day < today);
  if (last === undefined || isOld) return last;
  return businessDay(backedUpAt, clock).day <= last ? last : undefined;
}

async function findDue({ db, now }: RoomCaller): Promise<{ eventId: string; day: string }[]> {
  const at = now();
  const lastDays = db
    .select({ day: activityDays.day })
    .from(activityDays)
    .where(eq(activityDays.eventId, events.eventId))
    .orderBy(sql`${activityDays.day} DESC`)
    .limit(2);
  const rows = await db
    .select({
      eventId: events.eventId,
      timeZone: events.timeZone,
      reportTime: events.reportTime,
      backedUpAt: events.backedUpAt,
      lastDays: sql<string | null>`(SELECT group_concat(day) FROM ${lastDays})`,
    })
    .from(events)
    .innerJoin(users, and(eq(users.userId, events.ownerId), isNull(users.deletedAt)))
    .where(isNull(events.deletedAt))
    // The oldest backup first: an event whose export takes long or fails does not block the others for good.
    .orderBy(sql`${events.backedUpAt} NULLS FIRST`);
  return rows.flatMap(({ lastDays: days, ...event }) => {
    const day = days === null ? undefined : dueDay({ ...event, lastDays: days }, at);
    return day === undefined ? [] : [{ eventId: event.eventId, day }];
  });
}

/** Exports the events that need it, and returns how many. A failed one is tried again in the next hour. */
async function backUpEvents(ctx: RoomCaller, bucket: R2Bucket): Promise<number> {
  const lastBeginAt = Date.now() + BEGINS_WITHIN_MS;
  let exported = 0;
  for (const { eventId, day } of (await findDue(ctx)).slice(0, EVENTS_PER_RUN)) {
    if (Date.now() > lastBeginAt) break;
    const backedUpAt = ctx.now();
    try {
      await upload(bucket, eventFileKey(eventId, day), await exportEvent(ctx, CRON_ACCESS, eventId));
      await ctx.db.update(events).set({ backedUpAt }).where(eq(events.eventId, eventId));
      exported += 1;
    } catch (error) {
      logError('backup.event', error, { eventId });
    }
  }
  return exported;
}

/**
 * Backs the installation up, once an hour: events of which a business day has closed; then the database, if it was not
 * backed up today or an event was, so that the newest database file knows every event that has a file. Never rejects.
 */
export async function backUp(bucket: R2Bucket | undefined, ctx: RoomCaller): Promise<void> {
  if (bucket === undefined) return;
  try {
    const exported = await backUpEvents(ctx, bucket);
    const key = databaseFileKey(ctx.now());
    if (exported === 0 && (await bucket.head(key)) !== null) return;
    await upload(bucket, key, databaseLines(ctx.db, ctx.now()));
    await deleteOldBackups(bucket, ctx.now());
  } catch (error) {
    logError('backup', error);
  }
}
