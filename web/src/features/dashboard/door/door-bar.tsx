import type { SubscriptionStatus } from '../../../../../src/shared/rules/subscription';
import { ConnectionBadge } from '../../account/connection-badge';
import { SubscriptionBadge } from '../../account/subscription-badge';
import { connectionState } from '../../../realtime/connection-state';
import { useRoom } from '../../../realtime/hooks';
import { ConnectionDetail } from '../connection-status';
import { useOpenBilling } from '../settings';

export interface DoorBarProps {
  eventId: string;
  eventName: string;
  status: SubscriptionStatus | null;
  /** Receives the element in which the alert is shown. */
  onSlot: (slot: HTMLElement | null) => void;
}

/** The bar has two lines, the second for the alert. A phone in landscape has room for both on one line. */
export const doorBarClass =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 @max-[15rem]:grid-cols-1 beside:grid-cols-[minmax(0,auto)_minmax(min(20rem,45vw),1fr)_auto]';

/**
 * Shows what a door must see all the time: its event, the connection, problems of the account, and the alert. The line
 * of the alert exists even without an alert, so that a new alert covers and moves nothing. Everything else is in the
 * sheet (door-sheet.tsx).
 */
export function DoorBar({ eventId, eventName, status, onSlot }: DoorBarProps) {
  const { snapshot } = useRoom(eventId);
  const openBilling = useOpenBilling();
  return (
    <>
      <div className="relative min-w-0">
        <h1 title={eventName} className="truncate text-base leading-5 font-semibold tracking-tight">
          {eventName}
        </h1>
        <ConnectionDetail
          line={snapshot}
          className="absolute top-full start-0 -mt-0.5 gap-2 whitespace-nowrap"
          textClassName="leading-4"
        />
      </div>
      <span className="flex min-h-12 flex-wrap items-center justify-end gap-x-2 gap-y-1 @max-[15rem]:justify-start">
        {status !== 'trialing' && <SubscriptionBadge status={status} onOpenSettings={openBilling} />}
        <ConnectionBadge connection={connectionState(snapshot, 0).connection} />
      </span>
      <div
        ref={onSlot}
        className="col-span-full -mx-4 h-11 [--slot-x:1rem] beside:col-span-1 beside:col-start-2 beside:row-start-1 beside:mx-0 beside:rounded-field beside:[--slot-x:0.75rem]"
      />
    </>
  );
}
