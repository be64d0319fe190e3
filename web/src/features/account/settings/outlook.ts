import { isCountingAllowed, type SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { texts } from '../../../lib/texts';
import { formatDate } from './usage-format';

/** What the account holder is to do, and why; null while nothing is amiss. */
export function demandOf(status: SubscriptionStatus | null): string | null {
  if (status === 'past_due' || status === 'unpaid') return texts.usage.paymentOpen;
  return isCountingAllowed(status) ? null : texts.usage.cardNeeded;
}

/** When this period's days are charged. An open payment is for days of periods before: beside it nothing to charge is no news. */
function chargedWhen({ periodEndsAt, amountCents }: Usage, status: SubscriptionStatus | null): string | null {
  if (!isCountingAllowed(status)) return amountCents > 0 ? texts.usage.waiting : null;
  if (periodEndsAt) return texts.usage.nextInvoice(formatDate(periodEndsAt));
  if (amountCents > 0) return texts.usage.onNextInvoice;
  return status === 'past_due' ? null : texts.usage.noInvoice;
}

/** What comes next, and what is to be done about it. */
export function outlook(usage: Usage, status: SubscriptionStatus | null): string {
  if (!usage.configured) return texts.usage.off;
  if (status === 'trialing') return texts.usage.trial(usage.periodEndsAt && formatDate(usage.periodEndsAt));
  return [demandOf(status), chargedWhen(usage, status)].filter((sentence) => sentence !== null).join(' ');
}
