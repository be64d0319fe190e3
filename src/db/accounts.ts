import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AccountState } from '../rpc/contract';
import { effectiveStatus, isTrialOver, type Subscription } from '../shared/rules/subscription';
import { users } from './schema';

/** The row of an account that is not deleted. */
export const isPresentAccount = (userId: string): SQL | undefined =>
  and(eq(users.userId, userId), isNull(users.deletedAt));

/** The columns of an {@link AccountState}, under names that no other table has. */
export const accountColumns = {
  subscriptionStatus: users.subscriptionStatus,
  trialEndsAt: users.trialEndsAt,
  accountRevision: sql<number>`${users.revision}`.as('account_revision'),
} as const;

/** The columns of the account's billing details. */
export const billingColumns = {
  billing_first_name: users.billing_first_name,
  billing_last_name: users.billing_last_name,
  billing_business_name: users.billing_business_name,
  billing_address_line1: users.billing_address_line1,
  billing_address_city: users.billing_address_city,
  billing_address_postcode: users.billing_address_postcode,
  billing_address_country: users.billing_address_country,
  billing_tax_id: users.billing_tax_id,
} as const;

export type AccountRow = Subscription & { accountRevision: number };

/** The end of the trial changes the status without a write: it counts as half a revision of the row. */
export const toAccountState = (row: AccountRow, now: number): AccountState => ({
  revision: row.accountRevision * 2 + (isTrialOver(row, now) ? 1 : 0),
  status: effectiveStatus(row, now),
  trialEndsAt: row.trialEndsAt,
});
