import { eq, sql } from 'drizzle-orm';
import { loadDefinition } from '../../db/definitions';
import { events } from '../../db/schema';
import { isPresentEvent } from '../../db/present';
import { parse } from '../../http/input';
import type { EventDefinition } from '../../rpc/definition';
import type { RestorePoint } from '../../rpc/room/operator-calls';
import { AppError } from '../../shared/errors';
import { untranslated } from '../../shared/messages/service-texts';
import { DAY_MS } from '../../shared/durations';
import { isoTime } from '../../time/iso-time';
import { type EventRestored, EventRestoreSchema } from './schemas';
import type { OperatorAccess } from '../access/operator';
import type { ServiceContext } from '../context';
import { callRoom, tellRoom, valueOrThrow } from '../call-room';

/** How many days a room's history goes back (Cloudflare Durable Objects, point-in-time recovery). */
const HISTORY_DAYS = 30;

const NO_RESTORE_POINT = 'Send either at, a time as 2026-11-20T22:00:00Z, or the bookmark of an earlier call.';
const FUTURE = 'This time is still to come.';
const TOO_OLD = `Rooms can be restored to times of the last ${HISTORY_DAYS} days.`;
const NO_EVENT_YET = 'The event did not exist then.';

function readRestorePoint(body: unknown, now: number): RestorePoint {
  const given = parse(EventRestoreSchema, body, untranslated(NO_RESTORE_POINT));
  if ('bookmark' in given) return given;
  const at = Date.parse(given.at);
  if (at > now) throw new AppError('invalid_input', untranslated(FUTURE));
  if (at < now - HISTORY_DAYS * DAY_MS) throw new AppError('invalid_input', untranslated(TOO_OLD));
  return { at };
}

async function definitionAt(ctx: ServiceContext, eventId: string, point: RestorePoint): Promise<EventDefinition> {
  const definition = await loadDefinition(ctx.db, eventId, ctx.now());
  const row = await ctx.db
    .select({ createdAt: events.createdAt })
    .from(events)
    .where(eq(events.eventId, eventId))
    .get();
  if (!definition || !row) throw new AppError('not_found');
  if ('at' in point && point.at < row.createdAt) throw new AppError('invalid_input', untranslated(NO_EVENT_YET));
  return definition;
}

/**
 * Restores an event's room; D1 is not restored. The new generation is written to D1 first: with its next
 * call the room sees it and takes a new epoch (docs/product.md, R8).
 */
export async function restoreEvent(
  ctx: ServiceContext,
  { actor }: OperatorAccess,
  eventId: string,
  body: unknown,
): Promise<EventRestored> {
  const point = readRestorePoint(body, ctx.now());
  const roomContext = await definitionAt(ctx, eventId, point);
  const found = await callRoom(ctx, 'find restore point', roomContext, (room) =>
    room.findRestorePoint(roomContext, point),
  );
  const { bookmark, generation } = valueOrThrow(found);
  await ctx.db
    .update(events)
    .set({
      revision: sql`${events.revision} + 1`,
      // The room's own generation is higher if D1 itself was restored.
      generation: sql`max(${events.generation}, ${generation}) + 1`,
    })
    .where(isPresentEvent(eventId));
  const { undoBookmark } = valueOrThrow(
    await callRoom(ctx, 'restore room', roomContext, (room) => room.restoreTo(bookmark)),
  );
  // The call rejects because the room restarts.
  await ctx
    .room(roomContext)
    .restart()
    .catch(() => {});
  const definition = await loadDefinition(ctx.db, eventId, ctx.now());
  const restoredTo = 'at' in point ? isoTime(point.at) : undefined;
  if (definition) {
    await tellRoom(ctx, 'apply restored definition', roomContext, (room) =>
      room.applyDefinition(definition, actor, restoredTo),
    );
  }
  return { bookmark, undoBookmark };
}
