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

export interface MainViewProps {
  status: SubscriptionStatus | null;
  onUsage: () => void;
  onBilling: () => void;
  onAlertRecipients: () => void;
  onApiKeys: () => void;
  onSecurity: () => void;
  onOwnData: () => void;
  onDelete: () => void;
  onBack: () => void;
}

export function MainView(props: MainViewProps) {
  const { status, onUsage, onBilling, onAlertRecipients, onApiKeys, onSecurity, onOwnData, onDelete, onBack } = props;
  return (
    <div className="grid gap-3">
      <MenuRow
        icon={<ChartColumn aria-hidden size={22} className="shrink-0" />}
        onClick={onUsage}
        detail={useUsageSummary(status)}
      >
        {settingsTexts.settings.usage}
      </MenuRow>
      <MenuRow icon={<CreditCard aria-hidden size={22} className="shrink-0" />} onClick={onBilling}>
        {settingsTexts.settings.billing}
      </MenuRow>
      <MenuRow icon={<BellRing aria-hidden size={22} className="shrink-0" />} onClick={onAlertRecipients}>
        {settingsTexts.settings.alertRecipients}
      </MenuRow>
      <MenuRow icon={<KeyRound aria-hidden size={22} className="shrink-0" />} onClick={onApiKeys}>
        {settingsTexts.settings.apiKeys}
      </MenuRow>
      <MenuRow icon={<ShieldCheck aria-hidden size={22} className="shrink-0" />} onClick={onSecurity}>
        {settingsTexts.security.title}
      </MenuRow>
      <MenuRow icon={<Download aria-hidden size={22} className="shrink-0" />} onClick={onOwnData}>
        {settingsTexts.ownData.title}
      </MenuRow>
      <MenuRow icon={<Trash2 aria-hidden size={22} className="shrink-0" />} onClick={onDelete} className="text-bad">
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
