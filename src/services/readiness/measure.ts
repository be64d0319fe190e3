import { logFailure } from '../../billing/stripe-errors';
import type { Database } from '../../db/client';
import {
  activityDays,
  areas,
  attempts,
  awaitedEvents,
  events,
  passwordResets,
  providerEvents,
  sessions,
  signingKeys,
  users,
} from '../../db/schema';
import { readWaitingDays } from '../../db/accounts-needing-cleanup';
import { isStorageFull } from '../../durable-object/storage-full';
import { VERSION } from '../../observability/version';
import { HOUR_MS } from '../../shared/limits';
import type { Readiness } from '../../shared/schemas/system';

export interface ReadinessPorts {
  db: Database;
  /** Calls a room that exists for this purpose. Rejects if the room cannot be reached or cannot write. */
  pingRoom: () => Promise<void>;
  isBillingOn: boolean;
  /** Asks Stripe for the price. Rejects if Stripe does not answer or has no such price. */
  askForPrice: () => Promise<void>;
  /** Returns the present time, epoch ms. */
  now: () => number;
}

/** The longest time for one check: monitors and pages give up soon after this. */
const CHECK_TIMEOUT_MS = 3_000;
/**
 * A day counts as overdue after this time. It is sent at once, then repeatedly, in the end every hour: two failed hours
 * are no short disturbance.
 */
const OVERDUE_MS = 2 * HOUR_MS;

type Verdict<T> = { ok: boolean; ms: number; error?: string } & T;

/**
 * Runs a check and returns its result and duration. After a failure, `error` is `full`, `unreachable` or `slow`, and
 * the other fields are those of `otherwise`.
 */
async function check<T extends object>(
  what: string,
  { now }: ReadinessPorts,
  otherwise: T,
  look: () => Promise<T & { error?: string }>,
): Promise<Verdict<T>> {
  const startedAt = now();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const slow = new Promise<T & { error?: string }>((resolve) => {
    timer = setTimeout(() => resolve({ ...otherwise, error: 'slow' }), CHECK_TIMEOUT_MS);
  });
  const found = await Promise.race([look(), slow]).catch((error: unknown) => {
    logFailure(`readiness.${what}`, error);
    return { ...otherwise, error: isStorageFull(error) ? 'full' : 'unreachable' };
  });
  if (timer !== null) clearTimeout(timer);
  return { ok: found.error === undefined, ms: now() - startedAt, ...found };
}

/** Reads a row of each table. Rejects if a table or a column of it is missing, as after a failed migration. */
async function readEachTable(db: Database): Promise<void> {
  await db.batch([
    db.select().from(users).limit(1),
    db.select().from(sessions).limit(1),
    db.select().from(events).limit(1),
    db.select().from(areas).limit(1),
    db.select().from(activityDays).limit(1),
    db.select().from(attempts).limit(1),
    db.select().from(passwordResets).limit(1),
    db.select().from(providerEvents).limit(1),
    db.select().from(signingKeys).limit(1),
    db.select().from(awaitedEvents).limit(1),
  ]);
}

/**
 * Checks everything that the product needs, at the same time. Stripe is not asked if `knownBilling` is given. Counting
 * needs D1 and rooms, so `ok` depends only on these: late billing must not wake anybody or stop a deployment. `error`
 * is one of a few fixed words, because the cause must not become public.
 */
export async function measureReadiness(
  ports: ReadinessPorts,
  knownBilling?: Readiness['checks']['billing'],
): Promise<Readiness> {
  const { db, pingRoom, isBillingOn, askForPrice, now } = ports;
  const [database, rooms, settlements, billing] = await Promise.all([
    check('database', ports, {}, async () => {
      await readEachTable(db);
      return {};
    }),
    check('rooms', ports, {}, async () => {
      await pingRoom();
      return {};
    }),
    check('settlements', ports, { waiting: 0, oldestS: 0 }, async () => {
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
  ]);
  return { ok: database.ok && rooms.ok, version: VERSION, checks: { database, rooms, settlements, billing } };
}
