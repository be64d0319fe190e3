import type { Stripe } from 'stripe';
import type { BillingAccount } from '../../db/billing-accounts';
import { loadSentDays, reopenDays } from '../../db/usage-days';
import type { Billing } from '../client';
import { type BilledWindow, listBilledWindows } from './invoices';
import { pickSubscription, stateOf } from '../subscription-rules';
import { toMs } from '../unix-time';

/** The customer to which days were sent, whose subscriptions have all ended. */
export interface EndedCustomer {
  customerId: string;
  subscriptions: readonly Stripe.Subscription[];
  /** Whether the customer is deleted, so that its drafts are never finalized. */
  isGone: boolean;
}

/**
 * Marks days as unsent that were sent to the last subscription and are on no invoice, before the account gets its next
 * one. Stripe bills nothing of the period in which a subscription is canceled, unless the cancellation asks for it.
 */
export async function reopenUnbilled(
  billing: Billing,
  account: BillingAccount,
  { customerId, subscriptions, isGone }: EndedCustomer,
): Promise<void> {
  const { db } = billing;
  const last = pickSubscription(subscriptions);
  const periodStartsAt = last ? stateOf(last).periodStartsAt : account.periodStartsAt;
  if (periodStartsAt === null) return;
  const windows = await listBilledWindows(billing, customerId);
  const drafts = isGone ? windows.filter(({ isDraft }) => isDraft) : [];
  const since = Math.min(periodStartsAt, ...drafts.map(({ from }) => from));
  const sent = await loadSentDays(db, account.userId, since);
  const holding = windows.filter((window) => !drafts.includes(window));
  const endedAt = last?.ended_at ? toMs(last.ended_at) : Infinity;
  await reopenDays(
    db,
    sent.filter(({ usageAt }) => !holding.some((window) => isIn(window, usageAt, endedAt))),
  );
}

/** Whether an invoice contains usage of `at`. If it reaches to the subscription's end, it contains all usage before. */
const isIn = ({ from, until }: BilledWindow, at: number, endedAt: number): boolean =>
  from <= at && (at < until || until >= endedAt);
