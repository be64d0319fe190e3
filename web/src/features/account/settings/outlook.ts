import { isCountingAllowed, type SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { settingsTexts } from '../../../lib/settings-texts';
import { formatDate } from './usage-format';

/** What the account holder is to do, and why; null while nothing is amiss. */
export function demandOf(status: SubscriptionStatus | null): string | null {
  if (status === 'past_due' || status === 'unpaid') return settingsTexts.usage.paymentOpen;
  return isCountingAllowed(status) ? null : settingsTexts.usage.cardNeeded;
}

/** When this period's days are charged. An open payment is for days of periods before: beside it nothing to charge is no news. */
function chargedWhen({ periodEndsAt, amountCents }: Usage, status: SubscriptionStatus | null): string | null {
  if (!isCountingAllowed(status)) return amountCents > 0 ? settingsTexts.usage.waiting : null;
  if (periodEndsAt) return settingsTexts.usage.nextInvoice(formatDate(periodEndsAt));
  if (amountCents > 0) return settingsTexts.usage.onNextInvoice;
  return status === 'past_due' ? null : settingsTexts.usage.noInvoice;
}

/** What comes next, and what is to be done about it. */
export function outlook(usage: Usage, status: SubscriptionStatus | null): string {
  if (!usage.configured) return settingsTexts.usage.off;
  if (status === 'trialing') return settingsTexts.usage.trial(usage.periodEndsAt && formatDate(usage.periodEndsAt));
  return [demandOf(status), chargedWhen(usage, status)].filter((sentence) => sentence !== null).join(' ');
}
