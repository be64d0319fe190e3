import { getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { logFailure } from '../../billing/stripe-errors';
import { LateError, within } from '../../concurrency/within';
import type { Database } from '../../db/client';
import * as schema from '../../db/schema';
import { readWaitingDays } from '../../db/accounts-needing-cleanup';
import { isStorageFull } from '../../durable-object/storage-full';
import { logError } from '../../observability/log';
import { VERSION } from '../../observability/version';
import type { KnownFailures } from '../../rpc/monitor-api';
import { HOUR_MS, MINUTE_MS } from '../../shared/durations';
import type { Readiness } from '../../shared/schemas/system';

export interface ReadinessPorts {
  db: Database;
  /** Calls a room that exists for this purpose. Rejects if the room cannot be reached or cannot write. */
  pingRoom: () => Promise<void>;
  /** Asks the monitor what is failing. */
  readFailures: () => Promise<KnownFailures>;
  isMailOn: boolean;
  isBillingOn: boolean;
  /** Asks Stripe for the price. Rejects if Stripe does not answer or has no such price. */
  askForPrice: () => Promise<void>;
  /** Returns the present time, epoch ms. */
  now: () => number;
}

type Part = keyof Readiness['checks'];

/** For each part that is broken: who is affected. These sentences are public and name no cause, id or address. */
const MESSAGES: Record<Exclude<Part, 'rooms'>, string> = {
  database:
    'Logging in, reports and changes of events may fail for everybody. Devices with an open connection keep counting; others keep their taps.',
  usage: 'Organizers are billed later than usual. Counting is not affected.',
  billing: 'Organizers cannot save a card for the moment. Counting is not affected.',
  mail: 'People who forgot their password may get no mail. Counting is not affected.',
  crons: 'Alarms, backups and deletions are late. Counting is not affected.',
};

const ALL_ROOMS = 'Counts of all events may arrive late. Devices keep their taps and send them later.';
const refusingRooms = (refusing: number): string =>
  `Counts of ${refusing === 1 ? 'one event' : `${refusing} events`} do not arrive. Their devices keep their taps and send them later. Other events are not affected.`;

/** Returns the sentence about a broken part. `found` is the result of its check. */
function messageFor(part: Part, found: { error?: string; refusing?: number }): string {
  if (part !== 'rooms') return MESSAGES[part];
  return found.error === 'refusing' ? refusingRooms(found.refusing ?? 1) : ALL_ROOMS;
}

/** The longest time for one check: monitors and pages give up soon after this. */
const CHECK_TIMEOUT_MS = 3_000;
/** The longest time for the monitor. It is shorter, because the check of the rooms waits for the monitor, too. */
const MONITOR_TIMEOUT_MS = 2_500;
/**
 * A day counts as overdue after this time. It is sent at once, then repeatedly, in the end every hour: two failed hours
 * are no short disturbance.
 */
const OVERDUE_MS = 2 * HOUR_MS;
/** The crons make the monitor check once a minute (wrangler.toml). A check that is this late has not only been delayed. */
const CRONS_LATE_MS = 3 * MINUTE_MS;

type Verdict<T> = { ok: boolean; ms: number; error?: string; message?: string } & T;

/** Whether the database answered that a table or column is missing: a failed migration, or a statement by hand. */
const isSchemaError = ({ message, cause }: Error): boolean =>
  /no such (?:table|column)/.test(message) || (cause instanceof Error && isSchemaError(cause));

function wordFor(error: unknown): string {
  if (isStorageFull(error)) return 'full';
  return error instanceof Error && isSchemaError(error) ? 'broken' : 'unreachable';
}

/**
 * Runs a check and returns its result and duration. After a failure, `error` is `full`, `broken`, `unreachable` or
 * `slow`, and the other fields are those of `otherwise`.
 */
async function check<T extends object>(
  what: Part,
  { now }: ReadinessPorts,
  otherwise: T,
  look: () => Promise<T & { error?: string }>,
): Promise<Verdict<T>> {
  const startedAt = now();
  const found = await within(CHECK_TIMEOUT_MS, look()).catch((error: unknown) => {
    if (error instanceof LateError) return { ...otherwise, error: 'slow' };
    logFailure(`readiness.${what}`, error);
    return { ...otherwise, error: wordFor(error) };
  });
  const ms = now() - startedAt;
  return found.error === undefined
    ? { ok: true, ms, ...found }
    : { ok: false, ms, ...found, message: messageFor(what, found) };
}

/** What the monitor knows; `checkedAt` is null if it does not answer. */
type Known = Omit<KnownFailures, 'checkedAt'> & { checkedAt: number | null };

/**
 * Returns what the monitor knows. A monitor that does not answer says nothing about counting, so it must not fail the
 * readiness: nothing is known then. The operator still learns of it, because no heartbeat is sent without a monitor.
 */
async function knownFailures({ readFailures }: ReadinessPorts): Promise<Known> {
  try {
    return await within(MONITOR_TIMEOUT_MS, readFailures());
  } catch (error) {
    logError('readiness.monitor', error);
    return { rooms: 0, mail: null, checkedAt: null };
  }
}

/** Reads a row of a table. Each column is named with its table: SQLite takes an unknown name alone for a text (sqlite.org/quirks.html). */
function readRow(db: Database, table: SQLiteTable) {
  const columns = Object.entries(getTableColumns(table)).map(
    ([key, { name }]) => [key, sql`${table}.${sql.identifier(name)}`] as const,
  );
  return db.select(Object.fromEntries(columns)).from(table).limit(1);
}

/** Reads a row of each table. Rejects if a table or a column of it is missing, as after a failed migration. */
async function readEachTable(db: Database): Promise<void> {
  const { users, ...others } = schema;
  await db.batch([readRow(db, users), ...Object.values(others).map((table) => readRow(db, table))]);
}

/**
 * Checks everything that the product needs, at the same time. Stripe is not asked if `knownBilling` is given. Counting
 * needs D1 and rooms, so `ok` depends only on these: late billing must not wake anybody or stop a deployment. One room
 * that refuses is enough, because its venue cannot count. `error` is one of a few fixed words, and `message` a fixed
 * sentence, because the cause must not become public.
 */
export async function measureReadiness(
  ports: ReadinessPorts,
  knownBilling?: Readiness['checks']['billing'],
): Promise<Readiness> {
  const { db, pingRoom, isBillingOn, isMailOn, askForPrice, now } = ports;
  const failures = knownFailures(ports);
  const [database, rooms, usage, billing, mail, crons] = await Promise.all([
    check('database', ports, {}, async () => {
      await readEachTable(db);
      return {};
    }),
    check('rooms', ports, { refusing: 0 }, async () => {
      const [{ rooms: refusing }] = await Promise.all([failures, pingRoom()]);
      return { refusing, ...(refusing > 0 && { error: 'refusing' }) };
    }),
    check('usage', ports, { waiting: 0, oldestS: 0 }, async () => {
      if (!isBillingOn) return { waiting: 0, oldestS: 0 };
      const { waiting, oldestAt } = await readWaitingDays(db);
      const ageMs = oldestAt === null ? 0 : Math.max(0, now() - oldestAt);
      return { waiting, oldestS: Math.floor(ageMs / 1000), ...(ageMs > OVERDUE_MS && { error: 'overdue' }) };
    }),
    knownBilling ??
      check('billing', ports, { isOn: isBillingOn }, async () => {
        if (isBillingOn) await askForPrice();
        return { isOn: isBillingOn };
      }),
    check('mail', ports, { isOn: isMailOn }, async () => {
      const { mail: error } = await failures;
      return { isOn: isMailOn, ...(isMailOn && error !== null && { error }) };
    }),
    check('crons', ports, {}, async () => {
      const { checkedAt } = await failures;
      const isLate = checkedAt !== null && now() > checkedAt + MINUTE_MS + CRONS_LATE_MS;
      return isLate ? { error: 'late' } : {};
    }),
  ]);
  const degraded = [
    ...(database.ok ? [] : ['database']),
    ...(rooms.ok ? [] : ['rooms']),
    ...(billing.ok && usage.ok ? [] : ['billing']),
    ...(mail.ok ? [] : ['mail']),
    ...(crons.ok ? [] : ['crons']),
  ];
  const checks = { database, rooms, usage, billing, mail, crons };
  return { ok: database.ok && rooms.ok, version: VERSION, degraded, checks };
}
