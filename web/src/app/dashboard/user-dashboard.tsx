import { DoorClosed } from 'lucide-react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { EventHeader } from '../../features/events/event-header';
import { useEventByCode } from '../../features/events/use-events';
import { ownMessage } from '../../lib/api-client';
import { texts } from '../../lib/texts';
import { useRoom } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { Spinner } from '../../ui/spinner';
import { CountingAreas } from './counting-areas';
import { DashboardLayout } from './dashboard-layout';

/** What an access code opens: one event, to count in. */
export function UserDashboard({ user }: { user: User }) {
  const event = useEventByCode(user.accessCode ?? '');
  if (event.data) return <UserEvent key={event.data.eventId} user={user} event={event.data} />;
  return (
    <DashboardLayout user={user} line={null}>
      {event.isPending && <Spinner />}
      {event.isError && (
        <EmptyState
          asHeading
          tone="bad"
          text={texts.dashboard.error(ownMessage(event.error, texts.dashboard.loadFailed))}
        >
          <Button variant="quiet" onClick={() => void event.refetch()}>
            {texts.common.tryAgain}
          </Button>
        </EmptyState>
      )}
      {event.isSuccess && (
        <EmptyState asHeading text={texts.dashboard.noEventForCode} icon={<DoorClosed aria-hidden size={28} />} />
      )}
    </DashboardLayout>
  );
}

function UserEvent({ user, event }: { user: User; event: Event }) {
  const room = useRoom(event.eventId);
  return (
    <DashboardLayout user={user} title={event.eventName} line={room.snapshot}>
      <EventHeader event={event} />
      <CountingAreas room={room} status={user.subscriptionStatus} />
    </DashboardLayout>
  );
}
