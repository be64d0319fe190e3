import { and, eq, ne, or, sql } from 'drizzle-orm';
import { type AccountRow, accountColumns, billingColumns, isPresentAccount } from './accounts';
import type { Database } from './client';
import { users } from './schema';
import type { SubscriptionStatus } from '../shared/rules/subscription';

/** What billing needs of an account. Times are epoch ms. */
const settlementColumns = {
  userId: users.userId,
  email: users.email,
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

/** The account, even a deleted one; undefined when it is purged or never existed. */
export const loadBillingAccount = (db: Database, userId: string) =>
  db.select(settlementColumns).from(users).where(eq(users.userId, userId)).get();

export type BillingAccount = NonNullable<Awaited<ReturnType<typeof loadBillingAccount>>>;

/** The account of a customer, even a deleted one. */
export const findByCustomer = (db: Database, customerId: string) =>
  db
    .select({ userId: users.userId, deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.stripeCustomerId, customerId))
    .get();

/** A new customer, without details yet. */
export async function saveCustomer(db: Database, userId: string, stripeCustomerId: string): Promise<void> {
  await db.update(users).set({ stripeCustomerId, mirroredRevision: 0 }).where(eq(users.userId, userId));
}

/** The stored part of a subscription. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  /** Null without a trial: the account's own stays. */
  trialEndsAt: number | null;
  periodStartsAt: number | null;
  periodEndsAt: number | null;
}

/**
 * Stores what Stripe says. Returns the account's row if the change is visible to devices and rooms, otherwise
 * undefined.
 */
export async function storeSubscription(
  db: Database,
  userId: string,
  { status, trialEndsAt, periodStartsAt, periodEndsAt }: SubscriptionState,
): Promise<AccountRow | undefined> {
  const statusChanged = sql`${users.subscriptionStatus} IS NOT ${status}`;
  const isNews = trialEndsAt === null ? statusChanged : or(statusChanged, ne(users.trialEndsAt, trialEndsAt));
  const [changed] = await db.batch([
    db
      .update(users)
      .set({
        subscriptionStatus: status,
        ...(trialEndsAt !== null && { trialEndsAt }),
        revision: sql`${users.revision} + 1`,
      })
      .where(and(isPresentAccount(userId), isNews))
      .returning(accountColumns),
    db.update(users).set({ periodStartsAt, periodEndsAt }).where(eq(users.userId, userId)),
  ]);
  return changed[0];
}

/** Stripe has the details of this revision. */
export async function saveMirrored(db: Database, userId: string, revision: number): Promise<void> {
  await db.update(users).set({ mirroredRevision: revision }).where(eq(users.userId, userId));
}
