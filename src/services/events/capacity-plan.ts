import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import { orInvalidInput } from '../../http/input';
import { AppError } from '../../shared/errors';
import { computePlan } from '../../shared/rules/capacity-rules/compute-plan';
import { type CapacityPlan, checkCapacityPlan } from '../../shared/rules/capacity-rules/plan';
import { isoTime } from '../../time/iso-time';
import type { EventAdminAccess } from '../access';
import type { ServiceContext } from '../context';
import { commitChange, publishDefinition } from './change';

/** Returns the event's capacity plan; null before the first one. */
export async function readCapacityPlan(
  ctx: ServiceContext,
  { roomContext }: EventAdminAccess,
): Promise<CapacityPlan | null> {
  const row = await ctx.db
    .select({ plan: events.capacityPlan })
    .from(events)
    .where(and(eq(events.eventId, roomContext.eventId), isNull(events.deletedAt)))
    .get();
  if (!row) throw new AppError('not_found');
  return row.plan;
}

/** Computes what the rules say about a plan, and keeps both with the event in place of the plan before. */
export async function setCapacityPlan(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  input: unknown,
): Promise<CapacityPlan> {
  const { eventId } = roomContext;
  const given = orInvalidInput(checkCapacityPlan(input));
  const capacityPlan = { ...given, result: computePlan(given), computedAt: isoTime(ctx.now()) };
  const change = ctx.db
    .update(events)
    .set({ capacityPlan })
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)));
  const definition = await commitChange(ctx, eventId, [change]);
  await publishDefinition(ctx, definition, principal);
  return capacityPlan;
}
