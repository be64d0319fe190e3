import { isCountingAllowed, type SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { settingsTexts } from '../../../texts/settings-texts';
import { formatDate } from '../usage/usage-format';

/** Says what the admin has to do, and why; null if everything is fine. */
export function demandOf(status: SubscriptionStatus | null): string | null {
  if (status === 'past_due' || status === 'unpaid') return settingsTexts.usage.paymentOpen;
  return isCountingAllowed(status) ? null : settingsTexts.usage.cardNeeded;
}

/**
 * Says when the days of this period are charged. While a payment of an earlier period is open, it does not say that
 * there is nothing to charge.
 */
function chargedWhen({ periodEndsAt, amountCents }: Usage, status: SubscriptionStatus | null): string | null {
  if (!isCountingAllowed(status)) return amountCents > 0 ? settingsTexts.usage.waiting : null;
  if (periodEndsAt) return settingsTexts.usage.nextInvoice(formatDate(periodEndsAt));
  if (amountCents > 0) return settingsTexts.usage.onNextInvoice;
  return status === 'past_due' ? null : settingsTexts.usage.noInvoice;
}

/** Says when the next charge is due and what the admin has to do. */
export function outlook(usage: Usage, status: SubscriptionStatus | null): string {
  if (!usage.configured) return settingsTexts.usage.off;
  if (status === 'trialing') return settingsTexts.usage.trial(usage.periodEndsAt && formatDate(usage.periodEndsAt));
  return [demandOf(status), chargedWhen(usage, status)].filter((sentence) => sentence !== null).join(' ');
}
