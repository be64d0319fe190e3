import type { ReactNode } from 'react';
import type { SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import type { Event } from '../../../../src/shared/schemas/event';
import type { Room } from '../../realtime/hooks';
import type { AreaAdmin } from '../counting/areas/area-list';
import type { EventMenuProps } from '../events/event-menu';

export interface CountingAreasProps {
  room: Room;
  event: Event;
  /** The text of an error answer to loading the event, while the event stays on the screen; null without one. */
  loadError: string | null;
  onReload: () => void;
  /** Opens the dialog that shows others how to join. */
  onShare: () => void;
  /** Whether the user counts here, and does not only watch. */
  mayCount: boolean;
  /** Opens a dialog of the event. Only members have it. */
  onChoose?: EventMenuProps['onChoose'];
  status: SubscriptionStatus | null;
  /** When this value changes, the cards are mounted again. */
  listKey?: number | undefined;
  admin?: AreaAdmin;
  /** What the control room sees of an evacuation; only on a wide screen. */
  control?: ReactNode;
  /** The orders in force, for the organizer. */
  orderLines?: ReactNode;
  /** A step to take before somebody can count, like sharing the code. */
  nextStep?: ReactNode;
}
