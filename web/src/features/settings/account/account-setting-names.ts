import type { Verb } from '../../../../../src/shared/rules/roles';
import type { User } from '../../../../../src/shared/schemas/user';
import { may } from '../../../session/may';
import { auditTexts } from '../../../texts/audit-texts';
import { keyTexts } from '../../../texts/key-texts';
import { membersTexts } from '../../../texts/members-texts';
import { notificationTexts } from '../../../texts/notification-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { settingsTexts } from '../../../texts/settings-texts';
import type { AccountSection } from '../../../urls/paths';
import type { FoundSetting, SettingNames } from '../setting-names';

/** The sections in their order, with what a user must be allowed to do to see them; null for what is about the user. */
const SECTIONS = [
  ['plan', 'manage'],
  ['security', null],
  ['members', 'manage'],
  ['audit', 'members'],
  ['keys', 'manage'],
  ['recipients', 'manage'],
  // The file of the account's data has its bills.
  ['data', 'billing'],
  ['delete', null],
] as const satisfies readonly [AccountSection, Verb | null][];

/** Whether the user has this section. */
export const hasSection = (user: User, section: AccountSection): boolean =>
  SECTIONS.some(([id, verb]) => id === section && (verb === null || may(user, verb)));

/** Returns the titles of the sections for this user. */
export function accountSectionTitles(user: User): Readonly<Record<AccountSection, string>> {
  const { leave, ...titles } = settingPagesTexts.accountSection;
  return may(user, 'close') ? titles : { ...titles, delete: leave };
}

/** The sections of the account, and the settings that this user has. */
export function accountSettingNames(user: User): SettingNames {
  const { settings: rows, security, usage, ownData } = settingsTexts;
  const { add, recipients, lead, deliveries } = notificationTexts;
  const { invite, list, words } = membersTexts;
  const { deletion, leaving } = settingsTexts;
  const titles = accountSectionTitles(user);
  const setting = (section: AccountSection, id: string, label: string, ...further: string[]): FoundSetting => ({
    id,
    section,
    label,
    words: [titles[section], ...further].join(' '),
  });
  const owners = [
    setting('plan', 'usage', rows.usage, usage.soFar),
    setting('plan', 'billing', rows.billing, settingsTexts.billing.lead, settingsTexts.paymentStep.card),
    setting('data', 'own-data', ownData.download, ownData.text, ownData.format),
  ];
  const settings = [
    ...(may(user, 'billing') ? owners : []),
    setting('security', 'password', security.changePassword),
    setting('security', 'second-step', security.secondStep, security.secondStepWords),
    setting('security', 'sessions', security.devices, security.logOutOthers, security.codes),
    setting('members', 'member-list', may(user, 'members') ? invite.open : list, words),
    setting('audit', 'audit-log', auditTexts.list, auditTexts.words),
    setting('keys', 'key-list', keyTexts.add, keyTexts.lead),
    setting('recipients', 'recipient-list', recipients, lead, add.mail, add.push, add.webhook, deliveries.title),
    may(user, 'close')
      ? setting('delete', 'deletion', deletion.confirm, deletion.text, leaving.confirm)
      : setting('delete', 'deletion', leaving.confirm, leaving.text),
  ];
  const sections = SECTIONS.filter(([id]) => hasSection(user, id)).map(([id]) => ({ id, title: titles[id] }));
  const shown = new Set<string>(sections.map(({ id }) => id));
  return { sections, settings: settings.filter(({ section }) => shown.has(section)) };
}
