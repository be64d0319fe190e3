import type { SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import { ConnectionBadge } from '../../features/account/connection-badge';
import { SubscriptionBadge } from '../../features/account/subscription-badge';
import { connectionState } from '../../realtime/connection-state';
import { useRoom } from '../../realtime/hooks';
import { ConnectionDetail } from './connection-status';
import { useOpenSettings } from './settings';

export interface DoorBarProps {
  eventId: string;
  eventName: string;
  status: SubscriptionStatus | null;
}

/**
 * What a door must see all the time: which event it counts in, whether it is connected, and what is wrong with the account. What
 * comes below the name moves nothing; the rest stands in the sheet (door-sheet.tsx).
 */
export function DoorBar({ eventId, eventName, status }: DoorBarProps) {
  const { snapshot } = useRoom(eventId);
  const openSettings = useOpenSettings();
  return (
    <>
      <div className="relative mr-auto min-w-0 @max-[15rem]:basis-full">
        <h1 title={eventName} className="truncate text-base leading-6 font-semibold tracking-tight">
          {eventName}
        </h1>
        <ConnectionDetail
          line={snapshot}
          className="absolute top-full left-0 -mt-0.5 gap-2 whitespace-nowrap"
          textClassName="leading-4"
        />
      </div>
      {status !== 'trialing' && <SubscriptionBadge status={status} onOpenSettings={openSettings} />}
      <ConnectionBadge connection={connectionState(snapshot, 0).connection} />
    </>
  );
}
