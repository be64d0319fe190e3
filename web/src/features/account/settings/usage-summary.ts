import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { texts } from '../../../lib/texts';
import { useBillingConfig, useUsage } from '../account-api';
import { formatDate, formatMoney } from './usage-format';

function summaryOf(usage: Usage, status: SubscriptionStatus | null): string {
  if (!usage.configured) return texts.usage.off;
  if (status === 'trialing') return texts.usage.trial(usage.periodEndsAt && formatDate(usage.periodEndsAt));
  const days = usage.events.reduce((sum, event) => sum + event.days.length, 0);
  return days === 0 ? texts.usage.none : texts.usage.summary(days, formatMoney(usage.amountCents));
}

/** What this period costs so far, in a few words. */
export function useUsageSummary(status: SubscriptionStatus | null): string {
  const config = useBillingConfig();
  const usage = useUsage();
  if (config.data?.configured === false) return texts.usage.off;
  if (usage.data) return summaryOf(usage.data, status);
  return usage.isError ? texts.usage.loadFailed : texts.common.loading;
}
