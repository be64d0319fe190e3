import { startTransition, Suspense, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { EventHeader } from '../../features/events/event-header';
import { useRoom } from '../../realtime/hooks';
import { CountingAreas } from './counting-areas';
import { DashboardLayout } from './dashboard-layout';
import { AddAreaDialog, EventMenu } from './dialogs';

export interface AdminEventProps {
  user: User;
  event: Event;
  onSwitch: () => void;
}

/** The selected event of an admin. */
export function AdminEvent({ user, event, onSwitch }: AdminEventProps) {
  const room = useRoom(event.eventId);
  const [adding, setAdding] = useState(false);

  function areaCreated() {
    setAdding(false);
    void room.refresh();
  }

  return (
    <DashboardLayout
      user={user}
      title={event.eventName}
      connection={room.snapshot.connection}
      canRetry={room.snapshot.ended === null}
    >
      <EventHeader
        event={event}
        menu={
          <Suspense>
            <EventMenu onSwitch={onSwitch} />
          </Suspense>
        }
      />
      <CountingAreas
        room={room}
        status={user.subscriptionStatus}
        onAdd={() => startTransition(() => setAdding(true))}
      />
      <Suspense>
        {adding && <AddAreaDialog eventId={event.eventId} onClose={() => setAdding(false)} onCreated={areaCreated} />}
      </Suspense>
    </DashboardLayout>
  );
}
