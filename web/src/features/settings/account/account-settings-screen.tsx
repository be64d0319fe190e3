import { Suspense, useState } from 'react';
import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import type { User } from '../../../../../src/shared/schemas/user';
import { may } from '../../../session/may';
import { notificationTexts } from '../../../texts/notification-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { settingsTexts } from '../../../texts/settings-texts';
import { Button } from '../../../ui/button';
import { paths } from '../../../urls/paths';
import { AuditView } from '../../account/audit/audit-view';
import { DeleteView } from '../../account/deletion/delete-view';
import { KeysView } from '../../account/keys/keys-view';
import { MembersView } from '../../account/members/members-view';
import { OwnData } from '../../account/settings/own-data';
import { SecurityView } from '../../account/settings/security-view';
import { UsageView } from '../../account/usage/usage-view';
import { AccountSettings } from '../../dashboard/admin-dialogs';
import { DashboardLayout } from '../../dashboard/dashboard-layout';
import { pageToolbar } from '../../dashboard/page-toolbar';
import { useEvents } from '../../events/use-events';
import { useSelectedEventId } from '../../events/use-selected-event';
import { Recipients } from '../../notifications/recipients';
import { Place } from '../place';
import { Section } from '../section';
import { SettingsFrame } from '../settings-frame';
import { accountSectionTitles, accountSettingNames, hasSection } from './account-setting-names';

/** The screen of /app/settings. */
export function AccountSettingsScreen({ user }: { user: User }) {
  const { username } = user;
  const { known } = useEvents(user);
  const [selectedId] = useSelectedEventId();
  const selected = known.find(({ eventId }) => eventId === selectedId);
  const [isPaying, setPaying] = useState(false);
  const titles = accountSectionTitles(user);
  return (
    <DashboardLayout
      user={user}
      title={settingPagesTexts.account}
      // Also from here an evacuation is two presses away.
      toolbar={selected && pageToolbar(selected, null)}
    >
      <SettingsFrame
        heading={settingPagesTexts.account}
        lead={username}
        back={{ to: paths.app, text: settingPagesTexts.backToApp }}
        names={accountSettingNames(user)}
      >
        {hasSection(user, 'plan') && (
          <Section id="plan" title={titles.plan}>
            {may(user, 'billing') ? (
              <Billing status={user.subscriptionStatus} onPay={() => setPaying(true)} />
            ) : (
              <p className="text-pretty">{settingPagesTexts.ownersPay}</p>
            )}
          </Section>
        )}
        <Section id="security" title={titles.security}>
          <SecurityView user={user} />
        </Section>
        {hasSection(user, 'members') && (
          <Section id="members" title={titles.members}>
            <Place id="member-list">
              <MembersView user={user} />
            </Place>
          </Section>
        )}
        {hasSection(user, 'audit') && (
          <Section id="audit" title={titles.audit}>
            <Place id="audit-log">
              <AuditView user={user} />
            </Place>
          </Section>
        )}
        {hasSection(user, 'keys') && (
          <Section id="keys" title={titles.keys}>
            <Place id="key-list">
              <KeysView username={username} />
            </Place>
          </Section>
        )}
        {hasSection(user, 'recipients') && (
          <Section id="recipients" title={titles.recipients} lead={notificationTexts.lead}>
            <Place id="recipient-list" className="grid gap-6">
              <Recipients events={known} />
            </Place>
          </Section>
        )}
        {hasSection(user, 'data') && (
          <Section id="data" title={titles.data}>
            <Place id="own-data">
              <OwnData />
            </Place>
          </Section>
        )}
        <Section id="delete" title={titles.delete}>
          <Place id="deletion">
            <DeleteView user={user} />
          </Place>
        </Section>
      </SettingsFrame>
      <Suspense>
        {isPaying && <AccountSettings first="billing" user={user} onClose={() => setPaying(false)} />}
      </Suspense>
    </DashboardLayout>
  );
}

/** What the account costs, and its card. */
function Billing({ status, onPay }: { status: SubscriptionStatus | null; onPay: () => void }) {
  return (
    <>
      <Place id="usage">
        <UsageView status={status} />
      </Place>
      <Place id="billing">
        <Button variant="quiet" onClick={onPay}>
          {settingsTexts.settings.billing}
        </Button>
      </Place>
    </>
  );
}
