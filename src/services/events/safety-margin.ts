import { and, eq } from 'drizzle-orm';
import { events } from '../../db/schema';
import { isPresentEvent } from '../../db/present';
import { expectedError, followedMargin } from '../../reports/counting-error';
import { limitedVenue } from '../../shared/rules/limits/lowest';
import type { NewVenueSettings } from '../../shared/schemas/venue-settings';
import type { EventAdminAccess } from '../access/event';
import { callRoom, valueOrThrow } from '../call-room';
import type { ServiceContext } from '../context';
import { recentRecounts } from '../reports/journal-pages';
import { commitChange, publishDefinition } from './change';

/**
 * Returns the safety margin that follows from the event's recounts of the last 90 days; null without a capacity, and
 * while too few recounts are known. It covers the count at the end of each area's longest stretch without a reset or
 * recount in that time, because nobody knows how long the present stretch will be (docs/decisions/0033).
 */
async function marginOf(
  ctx: ServiceContext,
  { roomContext }: Pick<EventAdminAccess, 'roomContext'>,
  settings: NewVenueSettings,
): Promise<number | null> {
  const history = await recentRecounts(ctx, { roomContext });
  const { error } = history;
  if (error === null) return null;
  const { areas } = valueOrThrow(await callRoom(ctx, 'list areas', roomContext, (room) => room.listAreas(roomContext)));
  const stretches = areas.map((area) => history.longestStretch(area.areaId, area.totalEntries + area.totalExits));
  return followedMargin(expectedError(error, stretches), limitedVenue(settings));
}

/**
 * Sets the safety margin anew if the event lets it follow the expected error. If somebody else changes the event
 * meanwhile, the margin stays as it is until the next recount.
 */
export async function followExpectedError(
  ctx: ServiceContext,
  { roomContext, principal }: Pick<EventAdminAccess, 'roomContext' | 'principal'>,
): Promise<void> {
  const { eventId } = roomContext;
  const isOwn = isPresentEvent(eventId);
  const row = await ctx.db.select({ venue: events.venue, revision: events.revision }).from(events).where(isOwn).get();
  if (!row?.venue?.followsExpectedError) return;
  const margin = await marginOf(ctx, { roomContext }, row.venue);
  if (margin === null || margin === row.venue.safetyMarginPercent) return;
  const venue = { ...row.venue, safetyMarginPercent: margin };
  // The batch raises the revision first. If another call changed the event since it was read, this statement does nothing.
  const change = ctx.db
    .update(events)
    .set({ venue })
    .where(and(isOwn, eq(events.revision, row.revision + 1)));
  const definition = await commitChange(ctx, eventId, [change]);
  await publishDefinition(ctx, definition, principal, { type: 'event_updated', event: definition.event });
}
