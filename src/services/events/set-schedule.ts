import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import { orInvalidInput } from '../../http/input';
import type { ServiceContext } from '../context';
import type { Unchecked } from '../../shared/rules/checked';
import { checkSchedule } from '../../shared/rules/schedule';
import type { Schedule } from '../../shared/schemas/schedule';
import { publishDefinition, commitChange } from './change';
import { requireOwnEvent } from './visit';

/** Replaces the whole schedule. A changed one takes effect with the next business day. Owner only. */
export async function setSchedule(ctx: ServiceContext, eventId: string, input: Unchecked<Schedule>): Promise<Schedule> {
  const { principal } = await requireOwnEvent(ctx, eventId);
  const schedule = orInvalidInput(checkSchedule(input));
  const change = ctx.db
    .update(events)
    .set(schedule)
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)));
  const definition = await commitChange(ctx, eventId, [change]);
  await publishDefinition(ctx, definition, principal);
  return schedule;
}
