import { eq } from 'drizzle-orm';
import { events } from '../../db/schema';
import { isPresentEvent } from '../../db/present';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import type { Schedule } from '../../shared/schedule/schemas';
import type { EventAdminAccess, ReviewAccess } from '../access/event';
import { orInvalidInput } from '../../http/input';
import type { Unchecked } from '../../shared/rules/checked';
import { checkLetterhead } from '../../shared/rules/names';
import { checkSchedule } from '../../shared/schedule/check-schedule';
import { computePlan } from '../../shared/rules/capacity-rules/compute-plan';
import { type CapacityPlan, checkCapacityPlan } from '../../shared/rules/capacity-rules/plan';
import { isoTime } from '../../time/iso-time';
import { changeEvent } from './change';
import { followExpectedError } from './safety-margin';
import { checkVenueSettings } from '../../shared/rules/venue-settings';
import type { Event } from '../../shared/schemas/event';
import type { Letterhead } from '../../shared/schemas/report';
import type { NewVenueSettings } from '../../shared/schemas/venue-settings';

/** Returns the schedule of business days and the event's dates. */
export async function readSchedule(ctx: ServiceContext, { roomContext }: ReviewAccess): Promise<Schedule> {
  const schedule = await ctx.db
    .select({
      timeZone: events.timeZone,
      reportTime: events.reportTime,
      startDate: events.startDate,
      endDate: events.endDate,
    })
    .from(events)
    .where(isPresentEvent(roomContext.eventId))
    .get();
  if (!schedule) throw new AppError('not_found');
  return schedule;
}

/** Replaces the schedule, from the next business day on. */
export async function setSchedule(
  ctx: ServiceContext,
  access: EventAdminAccess,
  input: Unchecked<Schedule>,
): Promise<Schedule> {
  const schedule = orInvalidInput(checkSchedule(input));
  await changeEvent(ctx, access, schedule, false);
  return schedule;
}

/** Returns the stored settings that stay if a caller does not name them. */
async function laterSettings(
  ctx: ServiceContext,
  eventId: string,
): Promise<Pick<NewVenueSettings, 'limits' | 'followsExpectedError' | 'emergency'>> {
  const row = await ctx.db.select({ venue: events.venue }).from(events).where(eq(events.eventId, eventId)).get();
  const { limits, followsExpectedError, emergency } = row?.venue ?? {};
  return { limits, followsExpectedError, emergency };
}

/**
 * Replaces what heads the event's reports, also those of earlier days. The room is not told: no figure depends on it
 * (docs/decisions/0034).
 */
export async function setLetterhead(
  ctx: ServiceContext,
  { roomContext }: EventAdminAccess,
  input: Unchecked<Letterhead>,
): Promise<Letterhead> {
  const letterhead = orInvalidInput(checkLetterhead(input));
  const [row] = await ctx.db
    .update(events)
    .set(letterhead)
    .where(isPresentEvent(roomContext.eventId))
    .returning({ eventId: events.eventId });
  if (!row) throw new AppError('not_found');
  return letterhead;
}

/**
 * Replaces all venue settings. Without `limits`, `followsExpectedError`, `emergency` or its `targetMinutes` in the input,
 * these stay as they are. A safety margin that follows the expected error is set after the answer.
 */
export async function setVenue(
  ctx: ServiceContext,
  access: EventAdminAccess,
  input: Unchecked<NewVenueSettings>,
): Promise<Event> {
  const stored = await laterSettings(ctx, access.roomContext.eventId);
  const { limits = stored.limits, followsExpectedError = stored.followsExpectedError } = input;
  const { emergency = stored.emergency } = input;
  const checked = orInvalidInput(checkVenueSettings({ ...input, limits, followsExpectedError, emergency }));
  const target = { targetMinutes: stored.emergency?.targetMinutes ?? null };
  const venue = { ...checked, ...(checked.emergency && { emergency: { ...target, ...checked.emergency } }) };
  const event = await changeEvent(ctx, access, { venue }, true);
  if (venue.followsExpectedError) ctx.afterAnswer(() => followExpectedError(ctx, access));
  return event;
}

/** Returns the event's capacity plan; null before the first one. */
export async function readCapacityPlan(
  ctx: ServiceContext,
  { roomContext }: ReviewAccess,
): Promise<CapacityPlan | null> {
  const row = await ctx.db
    .select({ plan: events.capacityPlan })
    .from(events)
    .where(isPresentEvent(roomContext.eventId))
    .get();
  if (!row) throw new AppError('not_found');
  return row.plan;
}

/** Computes what the rules say about a plan, and keeps both with the event in place of the plan before. */
export async function setCapacityPlan(
  ctx: ServiceContext,
  access: EventAdminAccess,
  input: unknown,
): Promise<CapacityPlan> {
  const given = orInvalidInput(checkCapacityPlan(input));
  const capacityPlan = { ...given, result: computePlan(given), computedAt: isoTime(ctx.now()) };
  await changeEvent(ctx, access, { capacityPlan }, false);
  return capacityPlan;
}
