import { useEffect } from 'react';
import { useMatch } from 'react-router-dom';
import type { Event } from '../../../../../src/shared/schemas/event';
import type { User } from '../../../../../src/shared/schemas/user';
import { useHubConnection } from '../../../realtime/use-hub-connection';
import { keepSelectedEventId } from '../../../session/storage';
import { dialogTexts } from '../../../texts/dialog-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { buttonClass } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { Settings } from '../../../ui/icons/counting';
import { Link } from '../../../ui/link';
import { LoadFailed } from '../../../ui/load-failed';
import { Spinner } from '../../../ui/spinner';
import type { Findable } from '../../../ui/forms/find';
import { paths, reportsPath } from '../../../urls/paths';
import { RoomStatus } from '../../dashboard/connection-status';
import { DashboardLayout } from '../../dashboard/dashboard-layout';
import { pageToolbar } from '../../dashboard/page-toolbar';
import { failureText } from '../../events/known/load-failure';
import { useEvents } from '../../events/use-events';
import { SettingsFrame } from '../settings-frame';
import { CapacitySection } from './capacity-section';
import { ControlSection } from './control-section';
import { eventSettingNames } from './event-setting-names';
import { GeneralSection } from './general-section';
import { AlertsSection, CountingSection, InspectorsSection, MachinesSection, PublicSection } from './sections';

/** The screen of /app/events/:eventId/settings. */
export function EventSettingsScreen({ user }: { user: User }) {
  const eventId = useMatch(paths.eventSettings)?.params.eventId;
  // Changes by other windows come over this connection.
  useHubConnection();
  const { known, failure, isFresh, query } = useEvents(user);
  const event = known.find((one) => one.eventId === eventId);
  return (
    <DashboardLayout
      user={user}
      title={settingPagesTexts.title}
      {...(event && { status: <RoomStatus eventId={event.eventId} />, toolbar: pageToolbar(event, 'settings') })}
    >
      {event && <EventSettings key={event.eventId} event={event} />}
      {!event && failure && <LoadFailed text={failureText(failure)} onRetry={() => void query.refetch()} />}
      {!event && !failure && !isFresh && <Spinner label={settingPagesTexts.loading} />}
      {!event && !failure && isFresh && (
        <EmptyState asHeading text={settingPagesTexts.gone} icon={<Settings size={28} />}>
          <Link to={paths.app} className={buttonClass('quiet')}>
            {settingPagesTexts.backToApp}
          </Link>
        </EmptyState>
      )}
    </DashboardLayout>
  );
}

/** People look for the files of a report among the settings, too. */
const reportOf = (eventId: string): Findable => {
  const { report: label, reportWords: words } = settingPagesTexts.search;
  return { id: 'report', label, words, to: reportsPath(eventId) };
};

function EventSettings({ event }: { event: Event }) {
  const { eventId, eventName } = event;
  // The event's page, to which this page leads, shows the selected event.
  useEffect(() => keepSelectedEventId(eventId), [eventId]);
  return (
    <SettingsFrame
      heading={dialogTexts.eventDialogs.settings}
      lead={eventName}
      names={{ ...eventSettingNames(), elsewhere: [reportOf(eventId)] }}
    >
      <GeneralSection event={event} />
      <CapacitySection event={event} />
      <AlertsSection event={event} />
      <CountingSection event={event} />
      <PublicSection event={event} />
      <InspectorsSection event={event} />
      <MachinesSection event={event} />
      <ControlSection event={event} />
    </SettingsFrame>
  );
}
