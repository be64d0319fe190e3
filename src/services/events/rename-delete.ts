import { eventDeletion } from '../../db/deletions';
import { orInvalidInput } from '../../http/input';
import type { ServiceContext } from '../context';
import type { Unchecked } from '../../shared/rules/checked';
import { checkEventName } from '../../shared/rules/names';
import type { Event } from '../../shared/schemas/event';
import type { EventName } from '../../shared/schemas/inputs';
import { noteEnded } from '../backups/ended';
import { changeEvent } from './change';
import type { EventAdminAccess } from '../access/event';
import { tellHub, tellRoom } from '../call-room';

/** Renames an event. */
export async function renameEvent(
  ctx: ServiceContext,
  access: EventAdminAccess,
  input: Unchecked<EventName>,
): Promise<Event> {
  return await changeEvent(ctx, access, { eventName: orInvalidInput(checkEventName(input.eventName)) }, true);
}

/**
 * Deletes the event (tombstone), ends its access code's sessions, and informs the devices at once. The hub empties the
 * room when its days are recorded (docs/product.md, S10).
 */
export async function deleteEvent(ctx: ServiceContext, { roomContext }: EventAdminAccess): Promise<void> {
  const { eventId } = roomContext;
  await ctx.db.batch(eventDeletion(ctx.db, [eventId], ctx.now()));
  await Promise.all([
    tellRoom(ctx, 'delete event', roomContext, (room) => room.deleteEvent()),
    tellHub(ctx, 'publish', roomContext.ownerId, (hub) => hub.publish({ type: 'event_deleted', eventId })),
    tellHub(ctx, 'run billing', roomContext.ownerId, (hub) => hub.runBilling(roomContext.ownerId)),
    noteEnded(ctx, eventId),
  ]);
}
