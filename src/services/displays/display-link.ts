import type { ServiceContext } from '../context';
import { callRoom, valueOrThrow } from '../call-room';
import { forgetLink, requireDisplay, requireOwnEvent } from '../access';
import { and, eq, isNull } from 'drizzle-orm';
import { newToken } from '../../crypto/ids';
import { events } from '../../db/schema';
import { commitChange, publishDefinition } from '../events/change';

/**
 * What a public display shows, as the JSON of a Display; the room makes it once for everybody. Open to whoever holds
 * the link.
 */
export async function readDisplay(ctx: ServiceContext, displayToken: string): Promise<string> {
  const { roomContext } = await requireDisplay(ctx, displayToken);
  return valueOrThrow(await callRoom(ctx, 'read display', () => ctx.room(roomContext).readDisplay(roomContext)));
}

/**
 * Replaces the event's display link, also by none, as a change of the event: the room disconnects viewers of every
 * other link when it hears of it, at the latest with its next call or upkeep.
 */
async function setLink(ctx: ServiceContext, eventId: string, displayToken: string | null): Promise<void> {
  const { principal } = await requireOwnEvent(ctx, eventId);
  const before = await readDisplayLink(ctx, eventId);
  const ownEvent = and(eq(events.eventId, eventId), isNull(events.deletedAt));
  const definition = await commitChange(ctx, eventId, [ctx.db.update(events).set({ displayToken }).where(ownEvent)]);
  await forgetLink(before);
  await publishDefinition(ctx, definition, principal);
}

/** Creates a new link to the event's public display and revokes an older one. Owner only. */
export async function makeDisplayLink(ctx: ServiceContext, eventId: string): Promise<string> {
  const displayToken = newToken();
  await setLink(ctx, eventId, displayToken);
  return displayToken;
}

/**
 * Revokes the link: nobody can see the display until there is a new one. Without a link the room is told again. Owner
 * only.
 */
export const revokeDisplayLink = (ctx: ServiceContext, eventId: string): Promise<void> => setLink(ctx, eventId, null);

/** The token of the event's display link; null without one. Owner only. */
export async function readDisplayLink(ctx: ServiceContext, eventId: string): Promise<string | null> {
  await requireOwnEvent(ctx, eventId);
  const row = await ctx.db
    .select({ displayToken: events.displayToken })
    .from(events)
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)))
    .get();
  return row?.displayToken ?? null;
}
