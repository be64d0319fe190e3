import { sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import { loadDefinition } from '../../db/definitions';
import { events } from '../../db/schema';
import { isPresentEvent } from '../../db/present';
import type { ServiceContext } from '../context';
import type { EventDefinition } from '../../rpc/definition';
import type { HubFrame } from '../../rpc/hub-api';
import type { Principal } from '../../rpc/identity';
import { AppError } from '../../shared/errors';
import type { Event } from '../../shared/schemas/event';
import type { EventAdminAccess } from '../access/event';
import { tellHub, tellRoom } from '../call-room';

/**
 * Writes changes of an event or its areas as one transaction with a new revision, and reads the definition back, which
 * can include later changes. Throws a 404 if the event was deleted meanwhile. The caller has checked that the admin
 * owns the event.
 */
export async function commitChange(
  ctx: ServiceContext,
  eventId: string,
  changes: readonly BatchItem<'sqlite'>[],
): Promise<EventDefinition> {
  const bump = ctx.db
    .update(events)
    .set({ revision: sql`${events.revision} + 1` })
    .where(isPresentEvent(eventId));
  await ctx.db.batch([bump, ...changes]);
  const definition = await loadDefinition(ctx.db, eventId, ctx.now());
  if (!definition) throw new AppError('not_found');
  return definition;
}

/** Sends a committed change to the event's room and, if there is a `frame`, to the admin's other devices. */
export async function publishDefinition(
  ctx: ServiceContext,
  definition: EventDefinition,
  actor: Principal,
  frame?: HubFrame,
): Promise<void> {
  await Promise.all([
    tellRoom(ctx, 'apply definition', definition, (room) => room.applyDefinition(definition, actor)),
    frame && tellHub(ctx, 'publish', definition.ownerId, (hub) => hub.publish(frame)),
  ]);
}

/**
 * Sets columns of the event and tells its room. Throws a 404 if the event was deleted meanwhile.
 * @param isShown whether the admin's other devices show what they say
 */
export async function changeEvent(
  ctx: ServiceContext,
  { roomContext: { eventId }, principal }: EventAdminAccess,
  columns: Partial<typeof events.$inferInsert>,
  isShown: boolean,
): Promise<Event> {
  const change = ctx.db.update(events).set(columns).where(isPresentEvent(eventId));
  const definition = await commitChange(ctx, eventId, [change]);
  const { event } = definition;
  await publishDefinition(ctx, definition, principal, isShown ? { type: 'event_updated', event } : undefined);
  return event;
}
