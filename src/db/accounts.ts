import type { AccountState } from '../lib/contract';
import { effectiveStatus, isTrialOver, type Subscription } from '../shared/rules/subscription';
import { users } from './schema';

/** The columns that make an {@link AccountState}, under names that no other table has. */
export const accountColumns = {
  subscriptionStatus: users.subscriptionStatus,
  trialEndsAt: users.trialEndsAt,
  accountRevision: users.revision,
} as const;

export type AccountRow = Subscription & { accountRevision: number };

/** The end of the trial changes the status without a write: it counts as half a revision of the row. */
export const toAccountState = (row: AccountRow, now: number): AccountState => ({
  revision: row.accountRevision * 2 + (isTrialOver(row, now) ? 1 : 0),
  status: effectiveStatus(row, now),
});
