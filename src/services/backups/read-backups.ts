import { and, asc, count, eq, gt, notExists, sql } from 'drizzle-orm';
import { accountAddress } from '../../db/accounts';
import { awaitedEvents, events, users } from '../../db/schema';
import { AppError } from '../../shared/errors';
import { untranslated } from '../../shared/messages/service-texts';
import { isoTime } from '../../time/iso-time';
import type { OperatorAccess } from '../access/operator';
import type { ServiceContext } from '../context';
import { type BackupBucket, readBackupKey } from './bucket';
import type { AwaitedEventList, BackupList } from './schemas';

const NO_BUCKET = 'This installation has no bucket for backups (docs/backups.md).';
const EVENTS_PER_PAGE = 500;

/** Returns the bucket; throws a 404 if the installation has none. */
export function bucketOf({ backups }: Pick<ServiceContext, 'backups'>): BackupBucket {
  if (backups === null) throw new AppError('not_found', untranslated(NO_BUCKET));
  return backups;
}

/** Lists the files of the backups, sorted by key, from the first key after `after` on. */
export async function listBackups(ctx: ServiceContext, _operator: OperatorAccess, after: string): Promise<BackupList> {
  const page = await bucketOf(ctx).bucket.list(after === '' ? {} : { startAfter: after });
  return {
    backups: page.objects
      .filter(({ key }) => readBackupKey(key))
      .map(({ key, size, uploaded }) => ({ key, size, writtenAt: isoTime(uploaded.getTime()) })),
    next: page.truncated ? (page.objects.at(-1)?.key ?? null) : null,
  };
}

/** Reads a file of the backups; throws a 404 if there is none. */
export async function readBackup(
  ctx: ServiceContext,
  _operator: OperatorAccess,
  key: string,
): Promise<ReadableStream<Uint8Array>> {
  const file = readBackupKey(key) ? await bucketOf(ctx).bucket.get(key) : null;
  if (file === null) throw new AppError('not_found');
  return file.body;
}

/** Returns what a restore has still to do: the events whose files are to be imported, sorted by id. */
export async function listAwaitedEvents(
  { db }: ServiceContext,
  _operator: OperatorAccess,
  after: string,
): Promise<AwaitedEventList> {
  const present = db.select({ eventId: events.eventId }).from(events).where(eq(events.eventId, awaitedEvents.eventId));
  const [[total], rows] = await db.batch([
    db.select({ accounts: count() }).from(users),
    db
      .select({
        eventId: awaitedEvents.eventId,
        eventName: sql<string>`json_extract(${awaitedEvents.definition}, '$.event.event_name')`,
        accountId: awaitedEvents.ownerId,
        email: accountAddress.as('account_address'),
        key: awaitedEvents.fileKey,
      })
      .from(awaitedEvents)
      .innerJoin(users, eq(users.userId, awaitedEvents.ownerId))
      .where(and(gt(awaitedEvents.eventId, after), notExists(present)))
      .orderBy(asc(awaitedEvents.eventId))
      .limit(EVENTS_PER_PAGE + 1),
  ]);
  const page = rows.slice(0, EVENTS_PER_PAGE);
  return {
    accounts: total?.accounts ?? 0,
    events: page,
    next: rows.length > EVENTS_PER_PAGE ? (page.at(-1)?.eventId ?? null) : null,
  };
}
