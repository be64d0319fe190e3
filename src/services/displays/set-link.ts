import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import type { ServiceContext } from '../context';
import { newToken } from '../../lib/ids';
import { announce, commitChange } from '../events/change';
import { visitOwnEvent } from '../events/visit';
import { readDisplayLink } from './read-link';
import { forgetLink } from './visit';

/**
 * Puts a link, or none, in the place of the event's present one, as a change of the event: the room cuts off the viewers
 * of every other link when it hears of it, and one that was not reached does at its next visit or upkeep.
 */
async function setLink(ctx: ServiceContext, eventId: string, displayToken: string | null): Promise<void> {
  const { principal } = await visitOwnEvent(ctx, eventId);
  const before = await readDisplayLink(ctx, eventId);
  const ownEvent = and(eq(events.eventId, eventId), isNull(events.deletedAt));
  const definition = await commitChange(ctx, eventId, [ctx.db.update(events).set({ displayToken }).where(ownEvent)]);
  await forgetLink(before);
  await announce(ctx, definition, principal);
}

/** A new link to the event's public display, in place of an older one. Owner only. */
export async function makeDisplayLink(ctx: ServiceContext, eventId: string): Promise<string> {
  const displayToken = newToken();
  await setLink(ctx, eventId, displayToken);
  return displayToken;
}

/** Nobody can see the display any more, until there is a new link; when there is none, the room is told so again. Owner only. */
export const revokeDisplayLink = (ctx: ServiceContext, eventId: string): Promise<void> => setLink(ctx, eventId, null);
