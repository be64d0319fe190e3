import { members, sessions, users } from '../../db/schema';
import type { TableRow } from '../../db/schema';
import { accountDeletion, eventDeletion } from '../../db/deletions';
import { deletionOfLeftMembers } from '../../db/people';
import { slicesOf } from '../../db/row-slices';
import { insertRows } from '../../db/table-rows';
import { parse } from '../../http/input';
import { logError } from '../../observability/log';
import { AppError } from '../../shared/errors';
import { untranslated } from '../../shared/messages/service-texts';
import type { OperatorAccess } from '../access/operator';
import type { ServiceContext } from '../context';
import { forgetSigningKey } from '../trust/signing-key';
import { askAgain } from './ask-again';
import { type BackupBucket, newestEventFiles, readBackupKey } from './bucket';
import { readDatabaseFile, UnusableFile } from './database-file';
import { readEnded } from './ended';
import { KEPT_TABLES, type Restore } from './kept-tables';
import { numberLeft } from './number-left';
import { bucketOf } from './read-backups';
import { type DatabaseRestored, DatabaseRestoreSchema } from './schemas';

const NOT_EMPTY = 'This installation has accounts. Only an empty database can be restored from a backup.';
const NO_ACCOUNTS =
  'This file has no accounts, so the database was already lost when it was written. Choose an older file.';

/** How many rows of the tables without references one statement inserts. */
const ROWS_AT_ONCE = 2_000;

async function mustBeEmpty({ db }: ServiceContext): Promise<void> {
  const account = await db.select({ userId: users.userId }).from(users).limit(1).get();
  if (account) throw new AppError('invalid_input', untranslated(NOT_EMPTY));
}

interface FileRows {
  /** The rows of the tables that are no history, by table. */
  rows: Map<string, TableRow[]>;
  /** The rows of memberships that do not come back. */
  left: TableRow[];
  restore: Restore;
}

/** Reads the file, writes the rows of the tables without references, and returns all others as they come back. */
async function readRows(ctx: ServiceContext, files: BackupBucket, file: R2ObjectBody): Promise<FileRows> {
  const held = new Map<string, TableRow[]>();
  const left: TableRow[] = [];
  const restore: Restore = {
    now: ctx.now(),
    writtenAt: 0,
    endedAt: () => null,
    hasEnded: (idOrToken) => restore.endedAt(idOrToken) !== null,
  };
  const history = [...KEPT_TABLES].filter(([, { isHistory }]) => isHistory);
  await Promise.all(history.map(([, { table }]) => ctx.db.delete(table)));
  for await (const line of readDatabaseFile(file.body)) {
    if (line.type === 'head') {
      restore.writtenAt = Date.parse(line.writtenAt);
      restore.endedAt = await readEnded(files, restore.writtenAt);
      continue;
    }
    const kept = KEPT_TABLES.get(line.table);
    const row = kept?.fromFile === undefined ? line.row : kept.fromFile(line.row, restore);
    const rows = held.get(line.table) ?? [];
    held.set(line.table, rows);
    if (row !== null) rows.push(row);
    else if (kept?.table === members) left.push(line.row);
    if (kept?.isHistory && rows.length === ROWS_AT_ONCE) await insertRows(ctx.db, kept.table, rows.splice(0));
  }
  for (const [name, { table }] of history) {
    const rest = held.get(name) ?? [];
    held.delete(name);
    if (rest.length > 0) await insertRows(ctx.db, table, rest);
  }
  return { rows: held, left, restore };
}

/** Drops second steps whose people left while the file was written: a file has people last. */
function dropLeftSecondSteps({ rows }: FileRows): void {
  const known = new Set((rows.get('people') ?? []).map((row) => row['person_id']));
  const steps = rows.get('second_steps') ?? [];
  rows.set(
    'second_steps',
    steps.filter((row) => known.has(row['person_id'])),
  );
}

/** Ids of accounts or events in the rows that have ended since the file was written. */
const endedIn = (rows: readonly TableRow[], column: string, { hasEnded }: Restore): string[] =>
  rows.map((row) => String(row[column])).filter(hasEnded);

/**
 * Moves the events that have a file of their own, with their areas, to the awaited ones. An event that is deleted, or
 * whose account is, stays a row, so that its deletion is carried on.
 */
function awaitFiles({ rows, restore }: FileRows, eventFiles: ReadonlyMap<string, string>): void {
  const of = (table: string): TableRow[] => rows.get(table) ?? [];
  const { hasEnded } = restore;
  const isLiving = (row: TableRow, id: string) => row['deleted_at'] === null && !hasEnded(String(row[id]));
  const accounts = new Map(of('users').map((row) => [row['user_id'], isLiving(row, 'user_id')]));
  const own = Map.groupBy(of('areas'), (row) => row['event_id']);
  const known = new Set(of('events').map((row) => row['event_id']));
  const waiting = of('awaited_events').filter(
    (row) => !known.has(row['event_id'] ?? null) && !hasEnded(String(row['event_id'])),
  );
  const present: TableRow[] = [];
  for (const event of of('events')) {
    const { event_id: eventId = null, owner_id: ownerId = null } = event;
    const fileKey = eventFiles.get(String(eventId));
    if (fileKey !== undefined && isLiving(event, 'event_id') && accounts.get(ownerId) === true) {
      const definition = JSON.stringify({ event, areas: own.get(eventId) ?? [] });
      waiting.push({ event_id: eventId, owner_id: ownerId, file_key: fileKey, definition });
    } else if (accounts.has(ownerId)) present.push(event);
  }
  rows.set('events', present);
  rows.set(
    'areas',
    present.flatMap((event) => own.get(event['event_id'] ?? null) ?? []),
  );
  rows.set('awaited_events', waiting);
}

/**
 * Restores the database from a file of the bucket. Throws a 400 if the installation has an account. Events with a file
 * of their own do not exist until that file is imported: {@link awaitedEvents}. What was ended since the file was written
 * ends again (docs/product.md, X5). Until the end, nothing of the restore can be seen, so the call can be repeated.
 */
export async function restoreDatabase(
  ctx: ServiceContext,
  _operator: OperatorAccess,
  body: unknown,
): Promise<DatabaseRestored> {
  const { key } = parse(DatabaseRestoreSchema, body);
  await mustBeEmpty(ctx);
  const { bucket, environment } = bucketOf(ctx);
  const named = readBackupKey(key);
  if (named === undefined || named.eventId !== undefined) throw new AppError('not_found');
  const files: BackupBucket = { bucket, environment: named.environment };
  const file = await bucket.get(key);
  if (file === null) throw new AppError('not_found');
  const read = await readRows(ctx, files, file).catch((error: unknown) => {
    if (error instanceof UnusableFile) throw new AppError('invalid_input', untranslated(error.message));
    logError('backup.restore', error, { requestId: ctx.requestId });
    throw new AppError('unavailable');
  });
  const { rows, left, restore } = read;
  const of = (table: string): TableRow[] => rows.get(table) ?? [];
  if (of('users').length === 0) throw new AppError('invalid_input', untranslated(NO_ACCOUNTS));
  const endedAccounts = endedIn(of('users'), 'user_id', restore);
  const endedEvents = endedIn(of('events'), 'event_id', restore);
  rows.set('former_members', numberLeft(of('former_members'), left, restore.endedAt));
  dropLeftSecondSteps(read);
  awaitFiles(read, await newestEventFiles(files));
  const tables = [...KEPT_TABLES].filter(([, { isHistory }]) => !isHistory);
  await mustBeEmpty(ctx);
  await ctx.db.batch([
    ctx.db.delete(sessions),
    // An account that signs up at this moment is not deleted.
    ...tables.flatMap(([, { table }]) => (table === users ? [] : [ctx.db.delete(table)])),
    // Rows that others refer to are the last in the file.
    ...tables
      .toReversed()
      .flatMap(([name, { table }]) => slicesOf(of(name)).map((slice) => insertRows(ctx.db, table, slice))),
    ...deletionOfLeftMembers(ctx.db),
    ...eventDeletion(ctx.db, endedEvents, restore.now),
    ...accountDeletion(ctx.db, endedAccounts, restore.now),
  ]);
  forgetSigningKey();
  const mails = await askAgain(ctx, { isRehearsal: environment !== named.environment });
  const accounts = of('users').length - endedAccounts.length;
  return { accounts, events: of('events').length, awaited: of('awaited_events').length, ...mails };
}
