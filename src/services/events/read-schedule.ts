import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import type { Schedule } from '../../shared/schemas/schedule';
import { requireOwnEvent } from './visit';

/** The schedule of the event's business days, and the days on which it takes place. Owner only. */
export async function readSchedule(ctx: ServiceContext, eventId: string): Promise<Schedule> {
  await requireOwnEvent(ctx, eventId);
  const schedule = await ctx.db
    .select({
      timeZone: events.timeZone,
      reportTime: events.reportTime,
      startDate: events.startDate,
      endDate: events.endDate,
    })
    .from(events)
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)))
    .get();
  if (!schedule) throw new AppError('not_found');
  return schedule;
}
