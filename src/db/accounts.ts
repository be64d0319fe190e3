import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { AccountState } from '../rpc/identity';
import { effectiveStatus, isTrialOver, type Subscription } from '../shared/rules/subscription';
import type { Database } from './client';
import { isPresentAccount, isPresentEmail } from './present';
import { members, people, users } from './schema';

/**
 * The account's address, for mails, bills and people: that of its oldest owner. `users.email` is what the release
 * before reads.
 */
export const accountAddress = sql<string>`coalesce((SELECT paying.email FROM members AS payer
  JOIN people AS paying ON paying.person_id = payer.person_id
  WHERE payer.owner_id = users.user_id AND payer.role = 'owner'
  ORDER BY payer.created_at, payer.person_id LIMIT 1), users.email)`;

/** Finds the accounts with this address. A person can own several. */
export const hasAddress = (db: Database, email: string): SQL | undefined => {
  // The address has no index. These columns have one each.
  const candidates = db
    .select({ userId: members.ownerId })
    .from(members)
    .innerJoin(people, eq(people.personId, members.personId))
    .where(eq(people.email, email))
    .union(db.select({ userId: users.userId }).from(users).where(isPresentEmail(email)));
  return and(inArray(users.userId, candidates), isNull(users.deletedAt), eq(accountAddress, email));
};

/** Returns the account's address; null if there is no such account any more. */
export async function findEmail(db: Database, userId: string): Promise<string | null> {
  const address = accountAddress.as('account_address');
  const row = await db.select({ address }).from(users).where(isPresentAccount(userId)).get();
  return row?.address ?? null;
}

/** The columns of an {@link AccountState}. Their aliases are unique among all tables. */
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

/** The account's name for people: the organizer of the newest letterhead, otherwise its address. */
export const accountName = sql<string>`coalesce((SELECT lettered.organizer FROM events AS lettered
  WHERE lettered.owner_id = users.user_id AND lettered.deleted_at IS NULL AND lettered.organizer <> ''
  ORDER BY lettered.created_at DESC LIMIT 1), ${accountAddress})`;

export type AccountRow = Subscription & { accountRevision: number };

/** The trial's end changes the status without a write to D1: it raises the revision by one, each write by two. */
export const toAccountState = (row: AccountRow, now: number): AccountState => ({
  revision: row.accountRevision * 2 + (isTrialOver(row, now) ? 1 : 0),
  status: effectiveStatus(row, now),
  trialEndsAt: row.trialEndsAt,
});
