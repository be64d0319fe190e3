import { useEffect } from 'react';
import { assertNever } from '../../../../src/shared/assert-never';
import type { User } from '../../../../src/shared/schemas/user';
import { useRealtime, useSnapshot } from '../../realtime/hooks';
import { lazyComponent, MissingDialog } from '../../ui/overlays/lazy-component';
import { activeCategories, NO_CATEGORIES } from '../counting/categories/active-categories';
import { AddAreaDialog, AreaDialog, EventDialogs } from '../dashboard/admin-dialogs';
import { DeviceDialog } from '../dashboard/counting-parts';
import { useEvents } from '../events/use-events';
import type { CommandDialog } from './command-list';

const OrdersDialog = lazyComponent(async () => (await import('../orders/orders-dialog')).OrdersDialog, MissingDialog);

export interface CommandDialogsProps {
  user: User;
  dialog: CommandDialog;
  onOpen: (dialog: CommandDialog) => void;
  /** Shows an event on its page. */
  onShow: (eventId: string) => void;
  /** Called when an event was deleted. */
  onDeleted: (eventId: string) => void;
  onClose: () => void;
}

/** The dialog that a command has opened. It closes when its event is gone. */
export function CommandDialogs({ user, dialog, onOpen, onShow, onDeleted, onClose }: CommandDialogsProps) {
  const realtime = useRealtime();
  const { known, list, failure, query } = useEvents(user);
  const { areas } = useSnapshot(dialog.eventId);
  const event = known.find(({ eventId }) => eventId === dialog.eventId) ?? null;
  const isGone = dialog.eventId !== null && event === null;
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);

  if (isGone) return null;
  if (dialog.type === 'event') {
    return (
      <EventDialogs
        open={dialog.dialog}
        events={list}
        failure={failure}
        onRetry={() => void query.refetch()}
        selected={event}
        onClose={onClose}
        onCreate={() => onOpen({ type: 'event', dialog: 'create', eventId: null })}
        onSelect={(eventId) => {
          onShow(eventId);
          onClose();
        }}
        onDeleted={onDeleted}
      />
    );
  }
  if (event === null) return null;
  const { eventId, categories = NO_CATEGORIES } = event;
  const refresh = () => realtime.refresh(eventId);
  switch (dialog.type) {
    case 'area':
      return (
        <AreaDialog
          action={dialog.action}
          event={event}
          area={areas?.find(({ areaId }) => areaId === dialog.area.areaId) ?? dialog.area}
          onClose={onClose}
          onChanged={refresh}
        />
      );
    case 'add':
      return <AddAreaDialog eventId={eventId} onClose={onClose} onCreated={() => void refresh()} onDone={onClose} />;
    case 'device':
      return <DeviceDialog eventId={eventId} categories={activeCategories(categories)} onClose={onClose} />;
    case 'orders':
      return <OrdersDialog event={event} onClose={onClose} />;
    default:
      return assertNever(dialog);
  }
}
