import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import type { Schedule } from '../../shared/schedule/schemas';
import type { EventAdminAccess } from '../access';
import { orInvalidInput } from '../../http/input';
import type { Unchecked } from '../../shared/rules/checked';
import { checkSchedule } from '../../shared/schedule/check-schedule';
import { commitChange, publishDefinition } from './change';
import { checkVenueSettings } from '../../shared/rules/venue-settings';
import type { Event } from '../../shared/schemas/event';
import type { VenueSettings } from '../../shared/schemas/venue-settings';

/** Returns the schedule of business days and the event's dates. */
export async function readSchedule(ctx: ServiceContext, { roomContext }: EventAdminAccess): Promise<Schedule> {
  const schedule = await ctx.db
    .select({
      timeZone: events.timeZone,
      reportTime: events.reportTime,
      startDate: events.startDate,
      endDate: events.endDate,
    })
    .from(events)
    .where(and(eq(events.eventId, roomContext.eventId), isNull(events.deletedAt)))
    .get();
  if (!schedule) throw new AppError('not_found');
  return schedule;
}

/** Replaces the schedule, from the next business day on. */
export async function setSchedule(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  input: Unchecked<Schedule>,
): Promise<Schedule> {
  const { eventId } = roomContext;
  const schedule = orInvalidInput(checkSchedule(input));
  const change = ctx.db
    .update(events)
    .set(schedule)
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)));
  const definition = await commitChange(ctx, eventId, [change]);
  await publishDefinition(ctx, definition, principal);
  return schedule;
}

/** Replaces all venue settings. */
export async function setVenue(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  input: Unchecked<VenueSettings>,
): Promise<Event> {
  const { eventId } = roomContext;
  const venue = orInvalidInput(checkVenueSettings(input));
  const change = ctx.db
    .update(events)
    .set({ venue })
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)));
  const definition = await commitChange(ctx, eventId, [change]);
  await publishDefinition(ctx, definition, principal, { type: 'event_updated', event: definition.event });
  return definition.event;
}
