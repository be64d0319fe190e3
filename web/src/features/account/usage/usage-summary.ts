import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { settingsTexts } from '../../../texts/settings-texts';
import { texts } from '../../../texts/texts';
import { useUsage } from '../account-api';
import { demandOf } from '../settings/outlook';
import { formatDate, formatMoney } from './usage-format';

function summaryOf(usage: Usage, status: SubscriptionStatus | null): string {
  if (!usage.configured) return settingsTexts.usage.off;
  if (status === 'trialing') return settingsTexts.usage.trial(usage.periodEndsAt && formatDate(usage.periodEndsAt));
  const demand = demandOf(status);
  if (demand !== null) return demand;
  const days = usage.events.reduce((sum, event) => sum + event.days.length, 0);
  if (days > 0) return settingsTexts.usage.summary(days, formatMoney(usage.amountCents));
  const freeDays = usage.events.reduce((sum, event) => sum + event.freeDays.length, 0);
  return freeDays > 0 ? settingsTexts.usage.freeDays(freeDays) : settingsTexts.usage.none;
}

/** What this period costs so far, in a few words, or what needs attention. */
export function useUsageSummary(status: SubscriptionStatus | null): string {
  const usage = useUsage();
  if (usage.data) return summaryOf(usage.data, status);
  return usage.isError ? settingsTexts.usage.loadFailed : texts.common.loading;
}
