import type { SubscriptionStatus } from '../../../../src/shared/rules/subscription';
import { type AlertList, openAlerts } from '../../../../src/shared/schemas/alert';
import type { Evacuation } from '../../../../src/shared/evacuation/schemas';
import type { ToldOrder } from '../../../../src/shared/orders/schemas';
import type { ShownArea } from './reducer';
import type { UndoableTap } from './undo-history';

/** The state of a connection. It is `connecting` only during the first attempt, for five seconds at most. */
export type Connection = 'connecting' | 'connected' | 'disconnected';
/** Why the room has closed the connection for good. The person has to act. */
export type EndReason = 'reload_needed' | 'replaced' | 'refused';

/** The ids of the orders that this device has confirmed, as a sync said at `at`, epoch ms. */
export interface ConfirmedOrders {
  readonly orderIds: readonly string[];
  readonly at: number;
}

/** The open alerts are as the room says; their arrays are the same until one changes. */
export interface RoomSnapshot extends Readonly<AlertList> {
  readonly areas: readonly ShownArea[] | null;
  /** The orders to doors that are in force. It is the same array until they change. */
  readonly orders: readonly ToldOrder[];
  /** Which orders this device had confirmed at the last sync; null while the room has not said so. */
  readonly confirmed: ConfirmedOrders | null;
  /** The evacuation or drill that runs; null if none does. It is the same object until it changes. */
  readonly evacuation: Evacuation | null;
  /** Its side areas, as shown. It is the same array until they change. */
  readonly sideAreas: readonly ShownArea[];
  /**
   * Whether the last attempt to read the areas failed, and there are no areas, or the server has answered while those
   * of an earlier visit are shown.
   */
  readonly loadFailed: boolean;
  readonly connection: Connection;
  /** False while it is known that nobody has joined to count. */
  readonly isOpened: boolean;
  /** Whether the account may count; null until the room has said so. */
  readonly countingAllowed: boolean | null;
  readonly subscriptionStatus: SubscriptionStatus | null;
  /** How many of this page's taps are unacknowledged. */
  readonly unsentTaps: number;
  /** Client id and seq of this page's oldest unsent tap. If it changes, taps were delivered, refused or renumbered. */
  readonly oldestUnsent: string;
  /** The tap that an undo would take back: this page's newest one that can be undone; null for none. */
  readonly undoable: UndoableTap | null;
  readonly ended: EndReason | null;
  /**
   * When the room's last message arrived, epoch ms. Until then the areas were right. Null before the first message; it
   * advances while connected.
   */
  readonly syncedAt: number | null;
  /** Whether the areas come from an earlier visit, because the room has not answered yet. */
  readonly remembered: boolean;
}

/** The state of a connection to a room, or to the hub, which has no counts. */
export type LineFacts = Pick<RoomSnapshot, 'connection' | 'ended' | 'syncedAt' | 'remembered'>;

export const NO_ALERTS: AlertList = openAlerts({});
export const NO_ORDERS: readonly ToldOrder[] = [];
export const NO_SIDE_AREAS: readonly ShownArea[] = [];

/** The snapshot of a room that has no channel. */
export const unknownRoom: RoomSnapshot = {
  areas: null,
  ...NO_ALERTS,
  orders: NO_ORDERS,
  confirmed: null,
  evacuation: null,
  sideAreas: NO_SIDE_AREAS,
  loadFailed: false,
  connection: 'connecting',
  isOpened: true,
  countingAllowed: null,
  subscriptionStatus: null,
  unsentTaps: 0,
  oldestUnsent: '',
  undoable: null,
  ended: null,
  syncedAt: null,
  remembered: false,
};
