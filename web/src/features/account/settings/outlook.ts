import { isCountingAllowed, type SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { lateTexts } from '../../../lib/late-texts';
import { formatDate } from './usage-format';

/** What the account holder is to do, and why; null while nothing is amiss. */
export function demandOf(status: SubscriptionStatus | null): string | null {
  if (status === 'past_due' || status === 'unpaid') return lateTexts.usage.paymentOpen;
  return isCountingAllowed(status) ? null : lateTexts.usage.cardNeeded;
}

/** When this period's days are charged. An open payment is for days of periods before: beside it nothing to charge is no news. */
function chargedWhen({ periodEndsAt, amountCents }: Usage, status: SubscriptionStatus | null): string | null {
  if (!isCountingAllowed(status)) return amountCents > 0 ? lateTexts.usage.waiting : null;
  if (periodEndsAt) return lateTexts.usage.nextInvoice(formatDate(periodEndsAt));
  if (amountCents > 0) return lateTexts.usage.onNextInvoice;
  return status === 'past_due' ? null : lateTexts.usage.noInvoice;
}

/** What comes next, and what is to be done about it. */
export function outlook(usage: Usage, status: SubscriptionStatus | null): string {
  if (!usage.configured) return lateTexts.usage.off;
  if (status === 'trialing') return lateTexts.usage.trial(usage.periodEndsAt && formatDate(usage.periodEndsAt));
  return [demandOf(status), chargedWhen(usage, status)].filter((sentence) => sentence !== null).join(' ');
}
