import { useEffect } from 'react';
import { useMatch } from 'react-router-dom';
import type { Event } from '../../../../../src/shared/schemas/event';
import type { User } from '../../../../../src/shared/schemas/user';
import { useHubConnection } from '../../../realtime/use-hub-connection';
import { keepSelectedEventId } from '../../../session/storage';
import { dialogTexts } from '../../../texts/dialog-texts';
import { settingPagesTexts } from '../../../texts/setting-pages-texts';
import { Settings } from '../../../ui/icons/counting';
import type { Findable } from '../../../ui/forms/find';
import { paths, reportsPath } from '../../../urls/paths';
import { RoomStatus } from '../../dashboard/connection-status';
import { DashboardLayout } from '../../dashboard/dashboard-layout';
import { pageToolbar } from '../../dashboard/page-toolbar';
import { MissingEvent } from '../../events/missing-event';
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
  const events = useEvents(user);
  const event = events.known.find((one) => one.eventId === eventId);
  return (
    <DashboardLayout
      user={user}
      title={settingPagesTexts.title}
      {...(event && { status: <RoomStatus eventId={event.eventId} />, toolbar: pageToolbar(event, 'settings') })}
    >
      {event ? (
        <EventSettings key={event.eventId} event={event} />
      ) : (
        <MissingEvent events={events} icon={<Settings size={28} />} />
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
