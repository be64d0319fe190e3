import { useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { AddAreaDialog } from '../../features/areas/add-area-dialog';
import { EventHeader } from '../../features/events/event-header';
import { EventMenu } from '../../features/events/event-menu';
import { texts } from '../../lib/texts';
import { useRoom } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { CountingAreas } from './counting-areas';
import { DashboardLayout } from './dashboard-layout';

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
    <DashboardLayout user={user} connection={room.snapshot.connection}>
      <EventHeader event={event} menu={<EventMenu onSwitch={onSwitch} />} />
      <CountingAreas
        room={room}
        status={user.subscriptionStatus}
        addButton={
          <Button variant={room.snapshot.areas?.length === 0 ? 'primary' : 'quiet'} onClick={() => setAdding(true)}>
            {texts.areas.addNew}
          </Button>
        }
      />
      <AddAreaDialog eventId={event.eventId} open={adding} onClose={() => setAdding(false)} onCreated={areaCreated} />
    </DashboardLayout>
  );
}
