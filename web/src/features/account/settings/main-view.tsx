import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import type { User } from '../../../../../src/shared/schemas/user';
import { may } from '../../../session/may';
import { settingsTexts } from '../../../texts/settings-texts';
import { texts } from '../../../texts/texts';
import { Button } from '../../../ui/button';
import { BellRing } from '../../../ui/icons/alerts';
import { ChartColumn, CreditCard, Download, KeyRound, ShieldCheck } from '../../../ui/icons/account';
import { Trash2, UsersRound } from '../../../ui/icons/menus';
import { accountSettingsPath } from '../../../urls/paths';
import { MenuLink, MenuRow } from './menu-row';
import { Accounts } from './accounts';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { useUsage } from '../account-api';
import { formatDate, formatMoney } from '../usage/usage-format';
import { demandOf } from './outlook';

/** The views that the first one opens. */
export type OpenedView = 'billing' | 'delete';

export interface MainViewProps {
  user: User;
  go: (view: OpenedView) => void;
  onBack: () => void;
}

/**
 * The entries of the settings. Only owners see those of billing. Members with chosen events see what is about themselves.
 */
export function MainView({ user, go, onBack }: MainViewProps) {
  const mayManage = may(user, 'manage');
  return (
    <div className="grid gap-3">
      {user.accounts && <Accounts user={user} accounts={user.accounts} />}
      {may(user, 'billing') && (
        <>
          <UsageLink status={user.subscriptionStatus} onClick={onBack} />
          <MenuRow icon={CreditCard} onClick={() => go('billing')}>
            {settingsTexts.settings.billing}
          </MenuRow>
        </>
      )}
      {mayManage && (
        <>
          <MenuLink icon={BellRing} to={accountSettingsPath('recipients')} onClick={onBack}>
            {settingsTexts.settings.alertRecipients}
          </MenuLink>
          <MenuLink icon={KeyRound} to={accountSettingsPath('keys')} onClick={onBack}>
            {settingsTexts.settings.apiKeys}
          </MenuLink>
        </>
      )}
      <MenuLink icon={ShieldCheck} to={accountSettingsPath('security')} onClick={onBack}>
        {settingsTexts.security.title}
      </MenuLink>
      {mayManage && (
        <MenuLink icon={UsersRound} to={accountSettingsPath('members')} onClick={onBack}>
          {settingsTexts.settings.members}
        </MenuLink>
      )}
      {may(user, 'billing') && (
        <MenuLink icon={Download} to={accountSettingsPath('data')} onClick={onBack}>
          {settingsTexts.ownData.title}
        </MenuLink>
      )}
      <MenuRow icon={Trash2} onClick={() => go('delete')} className="text-bad">
        {may(user, 'close') ? settingsTexts.settings.delete : settingsTexts.leaving.title}
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

function UsageLink({ status, onClick }: { status: SubscriptionStatus | null; onClick: () => void }) {
  return (
    <MenuLink icon={ChartColumn} to={accountSettingsPath('plan')} onClick={onClick} detail={useUsageSummary(status)}>
      {settingsTexts.settings.usage}
    </MenuLink>
  );
}

/** A short text: what this billing period costs so far, or what needs attention. */
function useUsageSummary(status: SubscriptionStatus | null): string {
  const usage = useUsage();
  if (usage.data) return summaryOf(usage.data, status);
  return usage.isError ? settingsTexts.usage.loadFailed : texts.common.loading;
}
