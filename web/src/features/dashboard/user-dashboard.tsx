import { startTransition, Suspense, useEffect, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { useCodeEvent } from '../events/known/code-event';
import { failureText } from '../events/known/load-failure';
import { texts } from '../../texts/app-texts';
import { useRoom } from '../../realtime/hooks';
import { EmptyState } from '../../ui/empty-state';
import { DoorClosed } from '../../ui/icons/counting';
import { CardsSkeleton } from '../../ui/skeleton';
import { LoadFailed } from '../../ui/load-failed';
import { RoomStatus } from './connection-status';
import { CountingAreas } from './counting-areas';
import type { CountingAreasProps } from './counting-areas-props';
import { DashboardLayout } from './dashboard-layout';
import { CodeShareDialog, JoinOffer } from './dialogs';
import { useJoinCode } from './use-join-code';
import { useEventChanges } from './use-event-changes';

/** The dashboard of an access-code user: one event to count in. */
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
  const [codeEvent, { event, failure }] = useCodeEvent(user);
  const [shown, setShown] = useState<Event | null>(null);
  // A shown event stays until the room itself has said that the event is deleted.
  if (event && event !== shown) setShown(event);
  useEventChanges(codeEvent);

  const errorText = failure && texts.dashboard.error(failureText(failure));
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
          isMissing={event === null}
          // If no answer came, the connection status already says how old the data is.
          loadError={failure?.isAnswered ? errorText : null}
          onReload={codeEvent.refetch}
        />
      </DashboardLayout>
    );
  }
  return (
    <DashboardLayout user={user}>
      {event === undefined && !failure && <CardsSkeleton />}
      {errorText && <LoadFailed asHeading text={errorText} onRetry={codeEvent.refetch} />}
      {event === null && !failure && (
        <EmptyState asHeading text={texts.dashboard.noEventForCode} icon={<DoorClosed size={28} />} />
      )}
    </DashboardLayout>
  );
}

interface UserEventProps extends Pick<CountingAreasProps, 'loadError' | 'onReload'> {
  user: User;
  event: Event;
  /** Whether the access code no longer finds the event. */
  isMissing: boolean;
}

function UserEvent({ user, event, isMissing, ...rest }: UserEventProps) {
  const room = useRoom(event.eventId);
  const [sharing, setSharing] = useState(false);
  const { refresh } = room;

  // The room finds out why the event is missing, and reports it to its listeners.
  useEffect(() => {
    if (isMissing) void refresh();
  }, [isMissing, refresh]);

  return (
    <>
      <CountingAreas
        {...rest}
        room={room}
        event={event}
        mayCount
        onShare={() => startTransition(() => setSharing(true))}
        status={user.subscriptionStatus}
      />
      <Suspense>{sharing && <CodeShareDialog event={event} onClose={() => setSharing(false)} />}</Suspense>
    </>
  );
}
