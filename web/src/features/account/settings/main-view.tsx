import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import { settingsTexts } from '../../../texts/settings-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { ChartColumn, CreditCard, ShieldCheck } from '../../../ui/icons/account';
import { Download } from '../../../ui/icons/files';
import { Trash2 } from '../../../ui/icons/menus';
import { MenuRow } from './menu-row';
import { useUsageSummary } from '../usage/usage-summary';

export interface MainViewProps {
  status: SubscriptionStatus | null;
  onUsage: () => void;
  onBilling: () => void;
  onSecurity: () => void;
  onOwnData: () => void;
  onDelete: () => void;
  onBack: () => void;
}

export function MainView({ status, onUsage, onBilling, onSecurity, onOwnData, onDelete, onBack }: MainViewProps) {
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
