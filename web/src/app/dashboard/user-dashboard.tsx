import { startTransition, Suspense, useEffect, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { useEventByCode } from '../../features/events/use-events';
import { ownMessage } from '../../lib/api-client';
import { texts } from '../../lib/app-texts';
import { useRoom } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { DoorClosed } from '../../ui/icons/door-closed';
import { Spinner } from '../../ui/spinner';
import { RoomStatus } from './connection-status';
import { CountingAreas } from './counting-areas';
import { DashboardLayout } from './dashboard-layout';
import { JoinOfferDialog, ShareDialog } from './dialogs';
import { useJoinCode } from './use-join-code';

/** What an access code opens: one event, to count in. */
export function UserDashboard({ user }: { user: User }) {
  const [joinCode, settleJoin] = useJoinCode(user);
  return (
    <>
      <EventOfCode key={user.accessCode} user={user} />
      <Suspense>{joinCode && <JoinOfferDialog user={user} accessCode={joinCode} onClose={settleJoin} />}</Suspense>
    </>
  );
}

function EventOfCode({ user }: { user: User }) {
  const event = useEventByCode(user);
  const [shown, setShown] = useState<Event | null>(null);
  // What was there once stays until the room itself has said that it is gone.
  if (event.data && event.data !== shown) setShown(event.data);

  if (shown) {
    return (
      <DashboardLayout
        user={user}
        eventId={shown.eventId}
        title={shown.eventName}
        status={<RoomStatus eventId={shown.eventId} />}
      >
        <UserEvent key={shown.eventId} user={user} event={shown} isMissing={event.data === null} />
      </DashboardLayout>
    );
  }
  return (
    <DashboardLayout user={user}>
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

interface UserEventProps {
  user: User;
  event: Event;
  /** The code no longer finds it. */
  isMissing: boolean;
}

function UserEvent({ user, event, isMissing }: UserEventProps) {
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
        room={room}
        event={event}
        onShare={() => startTransition(() => setSharing(true))}
        status={user.subscriptionStatus}
      />
      <Suspense>{sharing && <ShareDialog event={event} onClose={() => setSharing(false)} />}</Suspense>
    </>
  );
}
