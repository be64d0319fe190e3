import { startTransition, Suspense, useCallback, useState } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import type { User } from '../../../../src/shared/schemas/user';
import { type AreaAction, AreaMenu } from '../counting/areas/area-menu';
import { useWhenNoRecentTaps } from '../counting/press/use-no-recent-taps';
import { useShownEvacuation } from '../evacuation/counting-place';
import type { EventMenuProps } from '../events/event-menu';
import { inForce } from '../in-force/in-force';
import { useRoom } from '../../realtime/hooks';
import { may } from '../../session/may';
import { AddAreaDialog, AreaDialog, EvacuationControl, FirstArea, OrderLines, ShareCode } from './admin-dialogs';
import { CountingAreas } from './counting-areas';
import type { CountingAreasProps } from './counting-areas-props';

type OpenDialog = { type: 'add' } | { type: AreaAction; area: Area };

export interface AdminEventProps
  extends Pick<EventMenuProps, 'onChoose'>, Pick<CountingAreasProps, 'loadError' | 'onReload' | 'onShare'> {
  user: User;
  event: Event;
  /** Whether the access code is to be shared next, because the event has just got its first area. */
  isToShare: boolean;
  onToShare: (isToShare: boolean) => void;
}

/** The selected event on a member's dashboard. */
export function AdminEvent({ user, event, onChoose, onShare, isToShare, onToShare, ...rest }: AdminEventProps) {
  const room = useRoom(event.eventId);
  const mayManage = may(user, 'manage');
  const mayControl = may(user, 'control', event.eventId);
  const { refresh } = room;
  const { areas, remembered } = room.snapshot;
  const isEmpty = areas?.length === 0 && !remembered;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [createdAreas, setCreatedAreas] = useState(0);
  // What stands above the pads grows and shrinks only when nobody counts.
  const evacuation = useShownEvacuation(room.snapshot.evacuation);
  const orders = useWhenNoRecentTaps(room.snapshot.orders);
  const { allOrders } = inForce({ ...room.snapshot, evacuation, orders });
  const sharesCode = useWhenNoRecentTaps(isToShare && areas?.length ? 1 : 0);

  const close = () => setDialog(null);

  const manage = useCallback((type: AreaAction, area: Area) => {
    startTransition(() => setDialog({ type, area }));
  }, []);

  const shared = () => onToShare(false);

  function areaCreated() {
    // `areas` is the list from when the form was sent. If it was empty, this is the first area.
    if (areas?.length === 0) onToShare(true);
    void refresh();
  }

  /** Called only if the dialog is still open: under it nobody is counting, and no menu is open. */
  function areaAdded() {
    setCreatedAreas((count) => count + 1);
    close();
  }

  return (
    <>
      <CountingAreas
        room={room}
        event={event}
        {...rest}
        onChoose={onChoose}
        onShare={onShare}
        status={user.subscriptionStatus}
        listKey={createdAreas}
        mayCount={may(user, 'count', event.eventId)}
        admin={{
          onAdd: mayManage ? () => startTransition(() => setDialog({ type: 'add' })) : undefined,
          onManage: mayControl ? manage : undefined,
          AreaMenu,
          firstArea: isEmpty && (
            <FirstArea isCovered={dialog !== null} eventId={event.eventId} onCreated={areaCreated} />
          ),
        }}
        control={
          <Suspense>
            <EvacuationControl
              eventId={event.eventId}
              running={room.snapshot.evacuation}
              room={{ ...room.snapshot, evacuation }}
              onOpen={() => onChoose('evacuation')}
            />
          </Suspense>
        }
        orderLines={
          allOrders.length > 0 && (
            <Suspense>
              <OrderLines
                eventId={event.eventId}
                orders={allOrders}
                areas={areas ?? []}
                isDrill={evacuation?.isDrill ?? false}
              />
            </Suspense>
          )
        }
        nextStep={sharesCode === 1 && <ShareCode event={event} onShare={onShare} onDone={shared} />}
      />
      <Suspense>
        {dialog?.type === 'add' && (
          <AddAreaDialog eventId={event.eventId} onClose={close} onCreated={areaCreated} onDone={areaAdded} />
        )}
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
