import { and, eq, ne, or, sql } from 'drizzle-orm';
import { accountAddress, type AccountRow, accountColumns, billingColumns } from './accounts';
import { isPresentAccount } from './present';
import type { Database } from './client';
import { users } from './schema';
import type { SubscriptionStatus } from '../shared/rules/subscription';

/** The columns of an account that billing uses. Times are epoch ms. */
const jobColumns = {
  userId: users.userId,
  email: accountAddress.as('account_address'),
  createdAt: users.createdAt,
  deletedAt: users.deletedAt,
  stripeCustomerId: users.stripeCustomerId,
  periodStartsAt: users.periodStartsAt,
  periodEndsAt: users.periodEndsAt,
  detailsRevision: users.detailsRevision,
  mirroredRevision: users.mirroredRevision,
  ...accountColumns,
  ...billingColumns,
} as const;

/** Loads the account, even if it is deleted; undefined if it was purged or never existed. */
export const loadBillingAccount = (db: Database, userId: string) =>
  db.select(jobColumns).from(users).where(eq(users.userId, userId)).get();

export type BillingAccount = NonNullable<Awaited<ReturnType<typeof loadBillingAccount>>>;

/** Finds the account of a Stripe customer, even if the account is deleted. */
export const findByCustomer = (db: Database, customerId: string) =>
  db
    .select({ userId: users.userId, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.stripeCustomerId, customerId))
    .get();

/** Stores the id of a new customer, which has none of the account's details yet. */
export async function saveCustomer(db: Database, userId: string, stripeCustomerId: string): Promise<void> {
  await db.update(users).set({ stripeCustomerId, mirroredRevision: 0 }).where(eq(users.userId, userId));
}

/** The fields of a subscription that D1 stores. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  /** The end of the trial; null if the subscription has none: then the account's own trial end stays. */
  trialEndsAt: number | null;
  periodStartsAt: number | null;
  periodEndsAt: number | null;
}

/**
 * Stores the subscription's state as read from Stripe. Returns the account's row if devices and rooms must learn of the
 * change, otherwise undefined.
 */
export async function storeSubscription(
  db: Database,
  userId: string,
  { status, trialEndsAt, periodStartsAt, periodEndsAt }: SubscriptionState,
): Promise<AccountRow | undefined> {
  const statusChanged = sql`${users.subscriptionStatus} IS NOT ${status}`;
  const isChanged = trialEndsAt === null ? statusChanged : or(statusChanged, ne(users.trialEndsAt, trialEndsAt));
  const [changed] = await db.batch([
    db
      .update(users)
      .set({
        subscriptionStatus: status,
        ...(trialEndsAt !== null && { trialEndsAt }),
        revision: sql`${users.revision} + 1`,
      })
      .where(and(isPresentAccount(userId), isChanged))
      .returning(accountColumns),
    db.update(users).set({ periodStartsAt, periodEndsAt }).where(eq(users.userId, userId)),
  ]);
  return changed[0];
}

/** Stores that Stripe has the details of this revision. */
export async function saveMirrored(db: Database, userId: string, revision: number): Promise<void> {
  await db.update(users).set({ mirroredRevision: revision }).where(eq(users.userId, userId));
}
