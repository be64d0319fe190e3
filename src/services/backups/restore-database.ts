import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { activityDays, areas, awaitedEvents, events, providerEvents, signingKeys, users } from '../../db/schema';
import type { TableRow } from '../../db/schema';
import { slicesOf } from '../../db/row-slices';
import { insertRows } from '../../db/table-rows';
import { parse } from '../../http/input';
import { logError } from '../../observability/log';
import { AppError } from '../../shared/errors';
import { untranslated } from '../../shared/messages/service-texts';
import type { OperatorAccess } from '../access';
import type { ServiceContext } from '../context';
import { forgetSigningKey } from '../trust/signing-key';
import { newestEventFiles, readBackupKey } from './bucket';
import { KEPT_TABLES, readDatabaseFile, UnusableFile } from './database-file';
import { bucketOf } from './read-backups';
import { type DatabaseRestored, DatabaseRestoreSchema } from './schemas';

const NOT_EMPTY = 'This installation has accounts. Only an empty database can be restored from a backup.';
const NO_ACCOUNTS =
  'This file has no accounts, so the database was already lost when it was written. Choose an older file.';

/** How many rows of the tables without references one statement inserts. */
const ROWS_AT_ONCE = 2_000;
const statements = ({ db }: ServiceContext, table: SQLiteTable, rows: readonly TableRow[]) =>
  slicesOf(rows).map((slice) => insertRows(db, table, slice));

async function mustBeEmpty({ db }: ServiceContext): Promise<void> {
  const account = await db.select({ userId: users.userId }).from(users).limit(1).get();
  if (account) throw new AppError('invalid_input', untranslated(NOT_EMPTY));
}

/**
 * A day that waits to be billed may have been sent to Stripe after the backup. It is marked as sent then, so that it is
 * repeated or looked up and never billed twice (src/billing/usage/usage-plan.ts).
 */
const asPerhapsSent = (row: TableRow, attemptedAt: number): TableRow =>
  typeof row['billable_at'] === 'number' && row['settled_at'] === null && row['attempted_at'] === null
    ? { ...row, attempted_at: attemptedAt, usage_at: row['billable_at'] - (row['billable_at'] % 1000) }
    : row;

/** Reads the file, writes the rows of the tables without references, and returns all others by table. */
async function readRows(ctx: ServiceContext, file: R2ObjectBody): Promise<Map<string, TableRow[]>> {
  const held = new Map<string, TableRow[]>();
  let writtenAt = 0;
  const write = async (name: string, rows: readonly TableRow[]) => {
    const kept = KEPT_TABLES.get(name);
    if (kept && rows.length > 0) await insertRows(ctx.db, kept.table, rows);
  };
  await ctx.db.batch([ctx.db.delete(activityDays), ctx.db.delete(providerEvents)]);
  for await (const line of readDatabaseFile(file.body)) {
    if (line.type === 'head') {
      writtenAt = Date.parse(line.writtenAt);
      continue;
    }
    const rows = held.get(line.table) ?? [];
    held.set(line.table, rows);
    rows.push(line.table === 'activity_days' ? asPerhapsSent(line.row, writtenAt) : line.row);
    if (KEPT_TABLES.get(line.table)?.isHistory && rows.length === ROWS_AT_ONCE) await write(line.table, rows.splice(0));
  }
  for (const [name, { isHistory }] of KEPT_TABLES) if (isHistory) await write(name, held.get(name) ?? []);
  return held;
}

/**
 * Restores the database from a file of the bucket. Throws a 400 if the installation has an account. Events with a file
 * of their own do not exist until that file is imported: {@link awaitedEvents}. Until the end, nothing of the restore
 * can be seen, so the call can be repeated.
 */
export async function restoreDatabase(
  ctx: ServiceContext,
  _operator: OperatorAccess,
  body: unknown,
): Promise<DatabaseRestored> {
  const { key } = parse(DatabaseRestoreSchema, body);
  await mustBeEmpty(ctx);
  const bucket = bucketOf(ctx);
  const named = readBackupKey(key);
  if (named === undefined || named.eventId !== undefined) throw new AppError('not_found');
  const file = await bucket.get(key);
  if (file === null) throw new AppError('not_found');
  const rows = await readRows(ctx, file).catch((error: unknown) => {
    if (error instanceof UnusableFile) throw new AppError('invalid_input', untranslated(error.message));
    logError('backup.restore', error, { requestId: ctx.requestId });
    throw new AppError('unavailable');
  });
  const of = (table: string): TableRow[] => rows.get(table) ?? [];
  const accounts = new Set(of('users').map((row) => row['user_id']));
  if (accounts.size === 0) throw new AppError('invalid_input', untranslated(NO_ACCOUNTS));
  const files = await newestEventFiles({ bucket, environment: named.environment });
  const living = new Set(of('users').flatMap((row) => (row['deleted_at'] === null ? [row['user_id']] : [])));
  const own = Map.groupBy(of('areas'), (row) => row['event_id']);
  const known = new Set(of('events').map((row) => row['event_id']));
  const waiting = of('awaited_events').filter((row) => !known.has(row['event_id'] ?? null));
  const present: TableRow[] = [];
  for (const row of of('events')) {
    const { event_id: eventId = null, owner_id: ownerId = null } = row;
    const event = { ...row, backed_up_at: null, backup_tried_at: null };
    const fileKey = files.get(String(eventId));
    if (fileKey !== undefined && row['deleted_at'] === null && living.has(ownerId)) {
      const definition = JSON.stringify({ event, areas: own.get(eventId) ?? [] });
      waiting.push({ event_id: eventId, owner_id: ownerId, file_key: fileKey, definition });
    } else if (accounts.has(ownerId)) present.push(event);
  }
  const presentAreas = present.flatMap((row) => own.get(row['event_id'] ?? null) ?? []);
  await mustBeEmpty(ctx);
  await ctx.db.batch([
    ctx.db.delete(signingKeys),
    ctx.db.delete(awaitedEvents),
    ...statements(ctx, signingKeys, of('signing_keys')),
    ...statements(ctx, users, of('users')),
    ...statements(ctx, events, present),
    ...statements(ctx, areas, presentAreas),
    ...statements(ctx, awaitedEvents, waiting),
  ]);
  forgetSigningKey();
  return { accounts: accounts.size, events: present.length, awaited: waiting.length };
}
