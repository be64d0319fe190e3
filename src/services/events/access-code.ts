import { and, eq, exists, notExists } from 'drizzle-orm';
import { events, sessions } from '../../db/schema';
import { isPresentEvent } from '../../db/present';
import type { ServiceContext } from '../context';
import { newAccessCode } from '../../crypto/ids';
import { AppError } from '../../shared/errors';
import type { Event } from '../../shared/schemas/event';
import { noteEnded } from '../backups/ended';
import { publishDefinition, commitChange } from './change';
import type { CountingAccess, EventAdminAccess } from '../access/event';
import { makeJoinKey } from '../trust/join-key';

/** How many codes are tried. Hardly any of 29^8 codes is taken, so several taken codes in a row are no accident. */
export const NEW_CODE_TRIES_MAX = 5;

function replaceCode({ db }: ServiceContext, eventId: string, accessCode: string) {
  const holders = db.select({ eventId: events.eventId }).from(events).where(eq(events.accessCode, accessCode));
  const renewed = db
    .select({ eventId: events.eventId })
    .from(events)
    .where(and(eq(events.eventId, eventId), eq(events.accessCode, accessCode)));
  return [
    db
      .update(events)
      .set({ accessCode })
      .where(and(isPresentEvent(eventId), notExists(holders))),
    // The sessions end, but their rows stay until they expire, so that a device that was offline gets the reason.
    db
      .update(sessions)
      .set({ eventId: null, browser: '' })
      .where(and(eq(sessions.eventId, eventId), exists(renewed))),
  ] as const;
}

async function readCode({ db }: ServiceContext, eventId: string): Promise<string> {
  const row = await db.select({ accessCode: events.accessCode }).from(events).where(isPresentEvent(eventId)).get();
  if (!row) throw new AppError('not_found');
  return row.accessCode;
}

/** Replaces the access code and ends the old code's sessions. */
export async function replaceAccessCode(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
): Promise<Event> {
  const { eventId } = roomContext;
  const before = await readCode(ctx, eventId);
  for (let attempt = 0; attempt < NEW_CODE_TRIES_MAX; attempt += 1) {
    const accessCode = newAccessCode();
    const definition = await commitChange(ctx, eventId, replaceCode(ctx, eventId, accessCode));
    await publishDefinition(ctx, definition, principal, { type: 'event_updated', event: definition.event });
    if (definition.event.accessCode !== accessCode) continue;
    await noteEnded(ctx, before);
    return definition.event;
  }
  throw new AppError('unavailable');
}

/** Returns the signature for the join link of the event's access code. The admin and its users can read it. */
export async function readJoinKey(ctx: ServiceContext, { roomContext }: CountingAccess): Promise<string> {
  return await makeJoinKey(await ctx.signingKey(), await readCode(ctx, roomContext.eventId));
}
