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
