import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import { makeJoinKey } from '../trust/join-key';
import { requireEvent } from './visit';

/** The signature for the join link of the event's present code. For the owner and for whoever has the code. */
export async function readJoinKey(ctx: ServiceContext, eventId: string): Promise<string> {
  await requireEvent(ctx, eventId);
  const row = await ctx.db
    .select({ accessCode: events.accessCode })
    .from(events)
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)))
    .get();
  if (!row) throw new AppError('not_found');
  return await makeJoinKey(await ctx.signingKey(), row.accessCode);
}
