import { assertNever } from '../../../../src/shared/assert-never';
import type { Event } from '../../../../src/shared/schemas/event';
import { useRealtime } from '../../realtime/hooks';
import { lazyComponent, MissingDialog } from '../../ui/overlays/lazy-component';
import { activeCategories, NO_CATEGORIES } from '../counting/categories/active-categories';
import { AddAreaDialog, AreaDialog, EventDialogs } from '../dashboard/admin-dialogs';
import { DeviceDialog } from '../dashboard/counting-parts';
import type { useEvents } from '../events/use-events';
import type { CommandDialog } from './command-list';

const OrdersDialog = lazyComponent(async () => (await import('../orders/orders-dialog')).OrdersDialog, MissingDialog);

export interface CommandDialogsProps {
  dialog: CommandDialog;
  /** The event that the commands are about. */
  event: Event | null;
  events: ReturnType<typeof useEvents>;
  onOpen: (dialog: CommandDialog) => void;
  /** Shows an event on its page. */
  onShow: (eventId: string) => void;
  onClose: () => void;
}

/** The dialog that a command has opened. */
export function CommandDialogs({ dialog, event, events, onOpen, onShow, onClose }: CommandDialogsProps) {
  const realtime = useRealtime();
  if (dialog.type === 'event') {
    const { list, failure, query } = events;
    return (
      <EventDialogs
        open={dialog.dialog}
        events={list}
        failure={failure}
        onRetry={() => void query.refetch()}
        selected={event}
        onClose={onClose}
        onCreate={() => onOpen({ type: 'event', dialog: 'create' })}
        onSelect={(eventId) => {
          onShow(eventId);
          onClose();
        }}
      />
    );
  }
  if (event === null) return null;
  const { eventId, categories = NO_CATEGORIES } = event;
  const refresh = () => realtime.refresh(eventId);
  switch (dialog.type) {
    case 'area':
      return (
        <AreaDialog action={dialog.action} event={event} area={dialog.area} onClose={onClose} onChanged={refresh} />
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
