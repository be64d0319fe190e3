import { eq, isNull, sql } from 'drizzle-orm';
import { activityDays, events, users } from '../../db/schema';
import { isPresentAccount } from '../../db/present';
import { tryAndLog, logError } from '../../observability/log';
import { DAY_MS, MINUTE_MS } from '../../shared/durations';
import { businessDay } from '../../shared/rules/business-day';
import { CRON_ACCESS } from '../access/operator';
import type { RoomCaller } from '../context';
import { exportEvent } from '../operator/export-event';
import {
  type BackupBucket,
  databaseFileKey,
  deleteOldBackups,
  eventFileKey,
  hasDatabaseFileOfDay,
  newestEventFiles,
  upload,
} from './bucket';
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
 * How many events one run exports. An export takes about 15 calls of D1, R2 and the room, and a run may make 10,000
 * (developers.cloudflare.com/workers/platform/limits).
 */
const EVENTS_PER_RUN = 400;

/** An event's own clocks are less than this apart from UTC, and a business day may begin at any time of the date. */
const DAYS_APART_MS = 3 * DAY_MS;

interface Candidate {
  eventId: string;
  timeZone: string;
  reportTime: string;
  /** Null also if the bucket has no file of the event: it is another bucket, or somebody has deleted the file. */
  backedUpAt: number | null;
  /** The last two active days, because the last one may still be open. */
  lastDays: string;
}

/**
 * Whether an event has to be backed up: a day with counts has closed, and the last backup does not contain it or is old.
 */
function isDue({ timeZone, reportTime, backedUpAt, lastDays }: Candidate, now: number): boolean {
  const days = lastDays.split(',').toSorted();
  const isOld = backedUpAt === null || backedUpAt < now - REFRESHED_AFTER_MS;
  // Asking a time zone is slow, and most events have counted nothing for weeks.
  const isQuiet = (at: number) => Date.parse(`${days.at(-1)}T00:00:00Z`) < at - DAYS_APART_MS;
  if (!isOld && isQuiet(backedUpAt)) return false;
  const clock = { timeZone, reportTime };
  const today = businessDay(now, clock).day;
  const last = days.findLast((day) => day < today);
  return last !== undefined && (isOld || businessDay(backedUpAt, clock).day <= last);
}

interface DueEvent {
  eventId: string;
  /** The last attempt failed, or it ended the run before anything could be logged. */
  hasFailed: boolean;
}

/** Returns all events that exist, and those that have to be backed up. */
async function findEvents(
  { db, now }: RoomCaller,
  files: BackupBucket,
): Promise<{ eventIds: Set<string>; due: DueEvent[] }> {
  const at = now();
  const stored = await newestEventFiles(files);
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
      triedAt: events.backupTriedAt,
      lastDays: sql<string | null>`(SELECT group_concat(day) FROM ${lastDays})`,
    })
    .from(events)
    .innerJoin(users, isPresentAccount(events.ownerId))
    .where(isNull(events.deletedAt))
    // The oldest attempt first: an event whose export fails, or ends the whole run, does not block the others for good.
    .orderBy(sql`max(coalesce(${events.backedUpAt}, 0), coalesce(${events.backupTriedAt}, 0))`);
  const due = rows.flatMap(({ lastDays: days, triedAt, ...event }) => {
    const backedUpAt = stored.has(event.eventId) ? event.backedUpAt : null;
    return days !== null && isDue({ ...event, backedUpAt, lastDays: days }, at)
      ? [{ eventId: event.eventId, hasFailed: triedAt !== null && triedAt > (event.backedUpAt ?? 0) }]
      : [];
  });
  return { eventIds: new Set(rows.map(({ eventId }) => eventId)), due };
}

/** Exports the events that need it, and returns how many. A failed one is tried again in the next hour. */
async function backUpEvents(ctx: RoomCaller, files: BackupBucket, due: readonly DueEvent[]): Promise<number> {
  const lastBeginAt = Date.now() + BEGINS_WITHIN_MS;
  let exported = 0;
  for (const { eventId, hasFailed } of due.slice(0, EVENTS_PER_RUN)) {
    if (Date.now() > lastBeginAt) break;
    const at = ctx.now();
    const note = (values: Partial<typeof events.$inferInsert>) =>
      ctx.db.update(events).set(values).where(eq(events.eventId, eventId));
    try {
      if (hasFailed) logError('backup.event', new Error('The last attempt failed or ended the whole run'), { eventId });
      await note({ backupTriedAt: at });
      const key = eventFileKey(files.environment, eventId, at);
      await upload(files.bucket, key, await exportEvent(ctx, CRON_ACCESS, eventId));
      await note({ backedUpAt: at });
      exported += 1;
    } catch (error) {
      logError('backup.event', error, { eventId });
    }
  }
  return exported;
}

/**
 * Backs the installation up, once an hour: the database, once a day and whenever an event is due; then the events of
 * which a business day has closed; then the database again, so that its newest file is newer than each event's. An
 * installation without accounts has lost its database, so its backups are left as they are. Never rejects.
 */
export async function backUp(files: BackupBucket | null, ctx: RoomCaller): Promise<void> {
  if (files === null) return;
  const writeDatabase = () =>
    upload(files.bucket, databaseFileKey(files.environment, ctx.now()), databaseLines(ctx.db, ctx.now()));
  await tryAndLog('backup', async () => {
    const account = await ctx.db.select({ userId: users.userId }).from(users).limit(1).get();
    if (!account) return;
    const { eventIds, due } = await findEvents(ctx, files);
    await tryAndLog('backup', async () => {
      if (due.length > 0 || !(await hasDatabaseFileOfDay(files, ctx.now()))) await writeDatabase();
    });
    await tryAndLog('backup.retention', () => deleteOldBackups(files, { eventIds, now: ctx.now() }));
    if ((await backUpEvents(ctx, files, due)) > 0) await writeDatabase();
  });
}
