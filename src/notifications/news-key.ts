import { assertNever } from '../shared/assert-never';
import type { EventNews } from '../rpc/webhook-bodies';

/** Returns what tells this news from all others: a room can tell the hub of it more than once. */
export function newsKey({ type, data }: EventNews): string {
  switch (type) {
    case 'evacuation.started':
      return `${type} ${data.evacuation.evacuationId} ${data.evacuation.becameRealAt ?? ''}`;
    case 'evacuation.ended':
      return `${type} ${data.evacuation.evacuationId}`;
    case 'order.given':
    case 'order.unconfirmed':
    case 'order.ended':
      return `${type} ${data.order.orderId}`;
    case 'order.confirmed':
      return `${type} ${data.order.orderId} ${data.confirmed}`;
    case 'day.closed':
      // A room that was restored can close a day again under the same revision.
      return `${type} ${data.eventId} ${data.day} ${data.revision} ${data.closedAt}`;
    case 'report.sealed':
      return `${type} ${data.eventId} ${data.fingerprint}`;
    default:
      return assertNever(type);
  }
}
