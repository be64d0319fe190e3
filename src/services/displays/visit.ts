import { and, eq, isNull } from 'drizzle-orm';
import { accountColumns, toAccountState } from '../../db/accounts';
import { events, users } from '../../db/schema';
import { displaySessionId } from '../../lib/ids';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import { type EventVisit, visitColumns } from '../events/visit';

/**
 * The event that a display's link shows, for whoever holds the link; also while the account is locked. 404 for a link that
 * never was or was revoked, and when event or account is gone. Failures are not limited, unlike those of access codes:
 * nobody finds one of 2^256 tokens by trying.
 */
export async function visitDisplay(ctx: ServiceContext, displayToken: string): Promise<EventVisit> {
  const row = await ctx.db
    .select({ ...visitColumns, ...accountColumns })
    .from(events)
    .innerJoin(users, and(eq(users.userId, events.ownerId), isNull(users.deletedAt)))
    .where(and(eq(events.displayToken, displayToken), isNull(events.deletedAt)))
    .get();
  if (!row) throw new AppError('not_found');
  const { eventId, ownerId, jurisdiction, revision } = row;
  return {
    visit: { eventId, ownerId, jurisdiction, revision, account: toAccountState(row, ctx.now()) },
    principal: `display:${eventId}`,
    sessionId: await displaySessionId(displayToken),
  };
}
