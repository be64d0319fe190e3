import { startTransition, Suspense, useEffect, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { failureText, useEventByCode } from '../../features/events/use-events';
import { texts } from '../../lib/app-texts';
import { useRoom } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { DoorClosed } from '../../ui/icons/door-closed';
import { Spinner } from '../../ui/spinner';
import { RoomStatus } from './connection-status';
import { CountingAreas, type CountingAreasProps } from './counting-areas';
import { DashboardLayout } from './dashboard-layout';
import { JoinOffer, ShareDialog } from './dialogs';
import { useJoinCode } from './use-join-code';

/** What an access code opens: one event, to count in. */
export function UserDashboard({ user }: { user: User }) {
  const { link, settle } = useJoinCode();
  return (
    <>
      <EventOfCode key={user.accessCode} user={user} />
      <Suspense>{link && <JoinOffer user={user} link={link} onClose={settle} />}</Suspense>
    </>
  );
}

function EventOfCode({ user }: { user: User }) {
  const { query: event, failure } = useEventByCode(user);
  const [shown, setShown] = useState<Event | null>(null);
  // What was there once stays until the room itself has said that it is gone.
  if (event.data && event.data !== shown) setShown(event.data);

  const errorText = failure && texts.dashboard.error(failureText(failure));
  const retry = () => void event.refetch();
  if (shown) {
    return (
      <DashboardLayout
        user={user}
        eventId={shown.eventId}
        title={shown.eventName}
        status={<RoomStatus eventId={shown.eventId} />}
      >
        <UserEvent
          key={shown.eventId}
          user={user}
          event={shown}
          isMissing={event.data === null}
          // Without an answer the status of the connection says how old it all is.
          loadError={failure?.isAnswered ? errorText : null}
          onReload={retry}
        />
      </DashboardLayout>
    );
  }
  return (
    <DashboardLayout user={user}>
      {event.isPending && <Spinner />}
      {errorText && (
        <EmptyState asHeading tone="bad" text={errorText}>
          <Button variant="quiet" onClick={retry}>
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

interface UserEventProps extends Pick<CountingAreasProps, 'loadError' | 'onReload'> {
  user: User;
  event: Event;
  /** The code no longer finds it. */
  isMissing: boolean;
}

function UserEvent({ user, event, isMissing, ...rest }: UserEventProps) {
  const room = useRoom(event.eventId);
  const [sharing, setSharing] = useState(false);
  const { refresh } = room;

  // The room finds out why, and says so to everyone who listens.
  useEffect(() => {
    if (isMissing) void refresh();
  }, [isMissing, refresh]);

  return (
    <>
      <CountingAreas
        {...rest}
        room={room}
        event={event}
        onShare={() => startTransition(() => setSharing(true))}
        status={user.subscriptionStatus}
      />
      <Suspense>{sharing && <ShareDialog event={event} onClose={() => setSharing(false)} />}</Suspense>
    </>
  );
}
