import { assertNever } from '../../../src/shared/assert-never';
import type { ErrorCode } from '../../../src/shared/errors';
import type { Ack, DownFrame, Sync } from '../../../src/shared/protocol/down';
import { type AlertList, openAlerts } from '../../../src/shared/schemas/alert';
import type { AreaCount } from '../../../src/shared/schemas/area';
import type { Evacuation } from '../../../src/shared/evacuation/schemas';
import type { ToldOrder } from '../../../src/shared/orders/schemas';
import { isEventListFrame, type EventListFrame } from './channel-listeners';

const CLIENT_ID_TAKEN: ErrorCode = 'client_id_taken';

/** What a channel does with the room's frames. */
export interface FrameReceiver {
  eventList(frame: EventListFrame): void;
  synced(sync: Sync): void;
  acked(ack: Ack): void;
  /** The room accepts taps again in `afterMs`. */
  delayed(afterMs: number): void;
  counted(areas: readonly AreaCount[]): void;
  showAlerts(alerts: AlertList): void;
  showOrders(orders: readonly ToldOrder[]): void;
  /** Null when nothing runs any more. */
  showEvacuation(evacuation: Evacuation | null): void;
  areasChanged(): void;
  clientIdTaken(): void;
}

/** Hands a frame of the event's room to its receiver. */
export function receiveFrame(frame: DownFrame, eventId: string, to: FrameReceiver): void {
  if (isEventListFrame(frame)) {
    to.eventList(frame);
    return;
  }
  switch (frame.type) {
    case 'sync':
      to.synced(frame);
      return;
    case 'ack':
      to.acked(frame);
      return;
    case 'retry':
      to.delayed(frame.afterMs);
      return;
    case 'occupancy_updated':
      if (frame.eventId === eventId) to.counted(frame.areas);
      return;
    case 'alerts_changed':
      if (frame.eventId === eventId) to.showAlerts(openAlerts(frame));
      return;
    case 'orders_changed':
      if (frame.eventId === eventId) to.showOrders(frame.orders);
      return;
    case 'evacuation_changed':
      if (frame.eventId === eventId) to.showEvacuation(frame.evacuation);
      return;
    case 'areas_changed':
      to.areasChanged();
      return;
    case 'display': // Only public displays get this frame and the next.
    case 'question':
      return;
    case 'error':
      // For all other errors, the socket's close code decides what happens.
      if (frame.code === CLIENT_ID_TAKEN) to.clientIdTaken();
      return;
    default:
      assertNever(frame);
  }
}
