import { madeBy, type ServiceContext } from '../context';
import { callRoom, unavailable, valueOrThrow } from '../call-room';
import type { EventAdminAccess } from '../access/event';
import { DISPLAY_LINKS, type DisplayAccess } from '../access/links';
import { newToken, sha256Hex } from '../../crypto/ids';
import { events } from '../../db/schema';
import { isPresentEvent } from '../../db/present';
import { noteEnded } from '../backups/ended';
import { commitChange, publishDefinition } from '../events/change';
import { LruMap } from '../../concurrency/lru-map';
import { type Dated, SharedAnswer } from '../../concurrency/shared-answer';

const EVENTS_REMEMBERED = 1_000;
/** For how long an answer is shared, and how long other callers wait for the first answer, in ms. */
const ANSWER_CACHE = { keptMs: 1_000, waitMs: 4_000 };

/**
 * What displays show, by event id. Anyone with the link can ask, as often as they like, so an isolate asks the room at
 * most once a second: neither the doors nor the bill must feel it (docs/cost.md).
 */
const shown = new LruMap<string, SharedAnswer<string>>(EVENTS_REMEMBERED);

type DisplayReader = Pick<DisplayAccess | EventAdminAccess, 'roomContext'>;

/**
 * Returns what a public display shows: a Display as JSON, at most a second old. Open to everyone who has the link.
 */
export const readDisplay = async (ctx: ServiceContext, access: DisplayReader): Promise<string> =>
  (await readDatedDisplay(ctx, access)).value;

/** Returns what {@link readDisplay} does, and when the room was asked for it. */
export async function readDatedDisplay(ctx: ServiceContext, { roomContext }: DisplayReader): Promise<Dated<string>> {
  const { eventId } = roomContext;
  const kept = shown.get(eventId) ?? new SharedAnswer<string>(ANSWER_CACHE);
  shown.set(eventId, kept);
  const display = await kept.readDated(ctx.now, async () =>
    valueOrThrow(await callRoom(ctx, 'read display', roomContext, (room) => room.readDisplay(roomContext))),
  );
  if (display === undefined) throw unavailable();
  return display;
}

/**
 * Replaces or removes the event's display link, as a change of the event. The room then disconnects viewers of all
 * other links, at the latest at its next call or upkeep.
 */
async function setLink(ctx: ServiceContext, access: EventAdminAccess, displayToken: string | null): Promise<void> {
  const { eventId } = access.roomContext;
  const before = await readDisplayLink(ctx, access);
  const ownEvent = isPresentEvent(eventId);
  const definition = await commitChange(ctx, eventId, [
    ctx.db
      .update(events)
      .set({ displayToken, displayMadeBy: displayToken === null ? null : madeBy(access.admin) })
      .where(ownEvent),
  ]);
  if (before !== null) DISPLAY_LINKS.forget(await sha256Hex(before));
  await publishDefinition(ctx, definition, access.principal);
  if (before !== null) await noteEnded(ctx, before);
}

/** Creates a new display link and revokes the old one. */
export async function makeDisplayLink(ctx: ServiceContext, access: EventAdminAccess): Promise<string> {
  const displayToken = newToken();
  await setLink(ctx, access, displayToken);
  return displayToken;
}

/**
 * Revokes the display link: the display cannot be seen until there is a new link. Without a link, the room still gets
 * the definition again.
 */
export const revokeDisplayLink = (ctx: ServiceContext, access: EventAdminAccess): Promise<void> =>
  setLink(ctx, access, null);

/** Returns the token of the event's display link; null without a link. */
export async function readDisplayLink(ctx: ServiceContext, { roomContext }: EventAdminAccess): Promise<string | null> {
  const row = await ctx.db
    .select({ displayToken: events.displayToken })
    .from(events)
    .where(isPresentEvent(roomContext.eventId))
    .get();
  return row?.displayToken ?? null;
}
