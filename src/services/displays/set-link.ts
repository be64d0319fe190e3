import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import type { ServiceContext } from '../context';
import { newToken } from '../../lib/ids';
import { AppError } from '../../shared/errors';
import { visitOwnEvent } from '../events/visit';
import { notify } from '../notify';
import { displaySessionId } from './visit';

/** Puts a link, or none, in the place of the event's present one, whose viewers' sockets are closed. */
async function setLink(ctx: ServiceContext, eventId: string, displayToken: string | null): Promise<void> {
  const { visit } = await visitOwnEvent(ctx, eventId);
  const ownEvent = and(eq(events.eventId, eventId), isNull(events.deletedAt));
  // One transaction: of links made at the same time each hears of the one whose place it took.
  const [[before]] = await ctx.db.batch([
    ctx.db.select({ displayToken: events.displayToken }).from(events).where(ownEvent),
    ctx.db.update(events).set({ displayToken }).where(ownEvent),
  ]);
  if (!before) throw new AppError('not_found');
  if (before.displayToken === null) return;
  const sessionId = await displaySessionId(before.displayToken);
  await notify(ctx, 'end display', () => ctx.room(visit).endSession(sessionId));
}

/** A new link to the event's public display, in place of an older one. Owner only. */
export async function makeDisplayLink(ctx: ServiceContext, eventId: string): Promise<string> {
  const displayToken = newToken();
  await setLink(ctx, eventId, displayToken);
  return displayToken;
}

/** Nobody can see the display any more, until there is a new link. Owner only. */
export const revokeDisplayLink = (ctx: ServiceContext, eventId: string): Promise<void> => setLink(ctx, eventId, null);
