import { keyTexts } from '../../../texts/key-texts';
import { notificationTexts } from '../../../texts/notification-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { settingsTexts } from '../../../texts/settings-texts';
import type { AccountSection } from '../../../urls/paths';
import type { FoundSetting, SettingNames } from '../setting-names';

const ORDER: readonly AccountSection[] = ['plan', 'security', 'keys', 'recipients', 'data', 'delete'];

/** The sections and settings of the account. */
export function accountSettingNames(): SettingNames {
  const { settings: rows, security, usage, ownData, deletion } = settingsTexts;
  const { add, recipients, lead, deliveries } = notificationTexts;
  const setting = (section: AccountSection, id: string, label: string, ...words: string[]): FoundSetting => ({
    id,
    section,
    label,
    words: [settingPagesTexts.accountSection[section], ...words].join(' '),
  });
  const settings = [
    setting('plan', 'usage', rows.usage, usage.soFar),
    setting('plan', 'billing', rows.billing, settingsTexts.billing.lead, settingsTexts.paymentStep.card),
    setting('security', 'password', security.changePassword),
    setting('security', 'sessions', security.devices, security.logOutOthers, security.codes),
    setting('keys', 'key-list', keyTexts.add, keyTexts.lead),
    setting('recipients', 'recipient-list', recipients, lead, add.mail, add.push, add.webhook, deliveries.title),
    setting('data', 'own-data', ownData.download, ownData.text, ownData.format),
    setting('delete', 'deletion', deletion.confirm, deletion.text),
  ];
  return { sections: ORDER.map((id) => ({ id, title: settingPagesTexts.accountSection[id] })), settings };
}
