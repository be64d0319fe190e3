import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import { settingsTexts } from '../../../texts/settings-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { BellRing } from '../../../ui/icons/alerts';
import { ChartColumn, CreditCard, Download, KeyRound, ShieldCheck } from '../../../ui/icons/account';
import { Trash2 } from '../../../ui/icons/menus';
import { MenuRow } from './menu-row';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { useUsage } from '../account-api';
import { formatDate, formatMoney } from '../usage/usage-format';
import { demandOf } from './outlook';

/** The views that the first one opens. */
export type OpenedView = 'usage' | 'billing' | 'apiKeys' | 'security' | 'ownData' | 'delete';

export interface MainViewProps {
  status: SubscriptionStatus | null;
  go: (view: OpenedView) => void;
  onAlertRecipients: () => void;
  onBack: () => void;
}

export function MainView({ status, go, onAlertRecipients, onBack }: MainViewProps) {
  return (
    <div className="grid gap-3">
      <MenuRow icon={ChartColumn} onClick={() => go('usage')} detail={useUsageSummary(status)}>
        {settingsTexts.settings.usage}
      </MenuRow>
      <MenuRow icon={CreditCard} onClick={() => go('billing')}>
        {settingsTexts.settings.billing}
      </MenuRow>
      <MenuRow icon={BellRing} onClick={onAlertRecipients}>
        {settingsTexts.settings.alertRecipients}
      </MenuRow>
      <MenuRow icon={KeyRound} onClick={() => go('apiKeys')}>
        {settingsTexts.settings.apiKeys}
      </MenuRow>
      <MenuRow icon={ShieldCheck} onClick={() => go('security')}>
        {settingsTexts.security.title}
      </MenuRow>
      <MenuRow icon={Download} onClick={() => go('ownData')}>
        {settingsTexts.ownData.title}
      </MenuRow>
      <MenuRow icon={Trash2} onClick={() => go('delete')} className="text-bad">
        {settingsTexts.settings.delete}
      </MenuRow>
      <Button variant="quiet" onClick={onBack} className="mt-3">
        {texts.common.back}
      </Button>
    </div>
  );
}

function summaryOf(usage: Usage, status: SubscriptionStatus | null): string {
  if (!usage.configured) return settingsTexts.usage.off;
  if (status === 'trialing') return settingsTexts.usage.trial(usage.periodEndsAt && formatDate(usage.periodEndsAt));
  const demand = demandOf(status);
  if (demand !== null) return demand;
  const days = usage.amountCents / usage.pricePerDayCents;
  if (days > 0) return settingsTexts.usage.summary(days, formatMoney(usage.amountCents));
  const { freeDayCount: freeDays = 0 } = usage;
  return freeDays > 0 ? settingsTexts.usage.freeDays(freeDays) : settingsTexts.usage.none;
}

/** A short text: what this billing period costs so far, or what needs attention. */
function useUsageSummary(status: SubscriptionStatus | null): string {
  const usage = useUsage();
  if (usage.data) return summaryOf(usage.data, status);
  return usage.isError ? settingsTexts.usage.loadFailed : texts.common.loading;
}
