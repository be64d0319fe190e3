import { Suspense, useState } from 'react';
import type { User } from '../../../../../src/shared/schemas/user';
import { keyTexts } from '../../../texts/key-texts';
import { notificationTexts } from '../../../texts/notification-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { settingsTexts } from '../../../texts/settings-texts';
import { Button } from '../../../ui/button';
import { type AccountSection, paths } from '../../../urls/paths';
import { DeleteView } from '../../account/deletion/delete-view';
import { KeysView } from '../../account/keys/keys-view';
import { OwnData } from '../../account/settings/own-data';
import { SecurityView } from '../../account/settings/security-view';
import { UsageView } from '../../account/usage/usage-view';
import { AccountSettings } from '../../dashboard/admin-dialogs';
import { DashboardLayout } from '../../dashboard/dashboard-layout';
import { useEvents } from '../../events/use-events';
import { Recipients } from '../../notifications/recipients';
import type { FoundSetting, SectionName } from '../search-field';
import { Place } from '../place';
import { Section } from '../section';
import { SettingsFrame } from '../settings-frame';

const ORDER: readonly AccountSection[] = ['plan', 'security', 'keys', 'recipients', 'data', 'delete'];

/** The sections of the account's settings, in their order. */
const accountSections = (): readonly SectionName[] =>
  ORDER.map((id) => ({ id, title: settingPagesTexts.accountSection[id] }));

/** What the search of the account's settings finds besides the sections. */
function accountSettings(): readonly FoundSetting[] {
  const { settings, security, usage, ownData, deletion } = settingsTexts;
  const { add, recipients, lead, deliveries } = notificationTexts;
  const setting = (section: AccountSection, id: string, label: string, ...words: string[]): FoundSetting => ({
    id,
    section,
    label,
    words: [settingPagesTexts.accountSection[section], ...words].join(' '),
  });
  return [
    setting('plan', 'usage', settings.usage, usage.soFar),
    setting('plan', 'billing', settings.billing, settingsTexts.billing.lead, settingsTexts.paymentStep.card),
    setting('security', 'password', security.changePassword),
    setting('security', 'sessions', security.devices, security.logOutOthers, security.codes),
    setting('keys', 'key-list', keyTexts.add, keyTexts.lead),
    setting('recipients', 'recipient-list', recipients, lead, add.mail, add.push, add.webhook, deliveries.title),
    setting('data', 'own-data', ownData.download, ownData.text, ownData.format),
    setting('delete', 'deletion', deletion.confirm, deletion.text),
  ];
}

/** The screen of /app/settings. */
export function AccountSettingsScreen({ user }: { user: User }) {
  const { username, subscriptionStatus: status } = user;
  const { known } = useEvents(user);
  const [isPaying, setPaying] = useState(false);
  const titles = settingPagesTexts.accountSection;
  return (
    <DashboardLayout user={user} title={settingPagesTexts.account}>
      <SettingsFrame
        heading={settingPagesTexts.account}
        lead={username}
        back={{ to: paths.app, text: settingPagesTexts.backToApp }}
        sections={accountSections()}
        settings={accountSettings()}
      >
        <Section id="plan" title={titles.plan}>
          <Place id="usage">
            <UsageView status={status} />
          </Place>
          <Place id="billing">
            <Button variant="quiet" onClick={() => setPaying(true)}>
              {settingsTexts.settings.billing}
            </Button>
          </Place>
        </Section>
        <Section id="security" title={titles.security}>
          <SecurityView username={username} />
        </Section>
        <Section id="keys" title={titles.keys}>
          <Place id="key-list">
            <KeysView username={username} />
          </Place>
        </Section>
        <Section id="recipients" title={titles.recipients} lead={notificationTexts.lead}>
          <Place id="recipient-list" className="grid gap-6">
            <Recipients events={known} />
          </Place>
        </Section>
        <Section id="data" title={titles.data}>
          <Place id="own-data">
            <OwnData />
          </Place>
        </Section>
        <Section id="delete" title={titles.delete}>
          <Place id="deletion">
            <DeleteView username={username} />
          </Place>
        </Section>
      </SettingsFrame>
      <Suspense>
        {isPaying && (
          <AccountSettings first="billing" username={username} status={status} onClose={() => setPaying(false)} />
        )}
      </Suspense>
    </DashboardLayout>
  );
}
