import type { Stripe } from 'stripe';
import type { BillingAccount } from '../../db/billing-accounts';
import { loadSentDays, reopenDays } from '../../db/usage-days';
import type { Billing } from '../client';
import { type BilledWindow, listBilledWindows } from './invoices';
import { pickSubscription, stateOf } from '../subscription-rules';
import { toMs } from '../unix-time';

/** Where days were sent to: a customer whose subscriptions have all ended. */
export interface FormerPlace {
  customerId: string;
  subscriptions: readonly Stripe.Subscription[];
  /** The customer is deleted: its drafts are never finalized. */
  isGone: boolean;
}

/**
 * Before an account gets its next subscription: days that were sent to the last one, and are on no invoice, wait again.
 * Stripe bills nothing of a period in which a subscription is canceled, unless the cancellation asks for it.
 */
export async function reopenUnbilled(
  billing: Billing,
  account: BillingAccount,
  { customerId, subscriptions, isGone }: FormerPlace,
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

/** An invoice that reaches to the subscription's end holds everything that was sent before it, to the second. */
const isIn = ({ from, until }: BilledWindow, at: number, endedAt: number): boolean =>
  from <= at && (at < until || until >= endedAt);
