import { startTransition, Suspense, useCallback, useState } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import type { AreaAction } from '../../features/areas/area-menu';
import type { EventMenuProps } from '../../features/events/event-menu';
import { useRoom } from '../../realtime/hooks';
import { CountingAreas, type CountingAreasProps } from './counting-areas';
import { AddAreaDialog, AreaDialog } from './dialogs';

type OpenDialog = { type: 'add' } | { type: AreaAction; area: Area };

export interface AdminEventProps
  extends Pick<EventMenuProps, 'onChoose'>, Pick<CountingAreasProps, 'loadError' | 'onReload' | 'onShare'> {
  user: User;
  event: Event;
}

/** The selected event of an admin. */
export function AdminEvent({ user, event, onChoose, ...rest }: AdminEventProps) {
  const room = useRoom(event.eventId);
  const { refresh } = room;
  const { areas } = room.snapshot;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [createdAreas, setCreatedAreas] = useState(0);

  const close = () => setDialog(null);

  const manage = useCallback((type: AreaAction, area: Area) => {
    startTransition(() => setDialog({ type, area }));
  }, []);

  function areaCreated() {
    setCreatedAreas((count) => count + 1);
    void refresh();
  }

  return (
    <>
      <CountingAreas
        room={room}
        event={event}
        {...rest}
        onChoose={onChoose}
        status={user.subscriptionStatus}
        listKey={createdAreas}
        admin={{ onAdd: () => startTransition(() => setDialog({ type: 'add' })), onManage: manage }}
      />
      <Suspense>
        {dialog?.type === 'add' && <AddAreaDialog eventId={event.eventId} onClose={close} onCreated={areaCreated} />}
        {dialog && dialog.type !== 'add' && (
          <AreaDialog
            action={dialog.type}
            event={event}
            area={areas?.find(({ areaId }) => areaId === dialog.area.areaId) ?? dialog.area}
            onClose={close}
            onChanged={refresh}
          />
        )}
      </Suspense>
    </>
  );
}
