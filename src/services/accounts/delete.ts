import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { isPresentAccount } from '../../db/accounts';
import { apiKeys, areas, events, inspectorLinks, publicLinks, passwordResets, sessions, users } from '../../db/schema';
import type { ServiceContext } from '../context';
import { NO_BILLING_DETAILS } from '../../shared/schemas/billing-details';
import { tellHub } from '../call-room';
import type { ConfirmedAdmin } from '../access';

/**
 * Deletes the admin's own account, its events and areas (tombstones), ends its sessions and those of its access codes,
 * and disconnects the devices at once (docs/product.md, S10). Texts that a person entered are erased; what the last
 * bill needs stays until the hub has billed it. It requires a recent password confirmation, because the device may have
 * been left unlocked.
 */
export async function deleteAccount(ctx: ServiceContext, { identity }: ConfirmedAdmin): Promise<void> {
  const { userId } = identity;
  const deletedAt = ctx.now();
  const ownEvents = ctx.db.select({ eventId: events.eventId }).from(events).where(eq(events.ownerId, userId));
  await ctx.db.batch([
    ctx.db
      .update(users)
      .set({ deletedAt, email: '', passwordHash: '', ...NO_BILLING_DETAILS })
      .where(isPresentAccount(userId)),
    ctx.db
      .update(events)
      // An access code must be unique: the event's id is, and it opens nothing.
      .set({
        deletedAt,
        accessCode: events.eventId,
        venue: null,
        categories: null,
        capacityPlan: null,
        displayToken: null,
        revision: sql`${events.revision} + 1`,
      })
      .where(and(eq(events.ownerId, userId), isNull(events.deletedAt))),
    // This includes events that were deleted earlier and kept their name for the bill.
    ctx.db.update(events).set({ eventName: '' }).where(eq(events.ownerId, userId)),
    ctx.db
      .update(areas)
      .set({ deletedAt, areaName: '', limits: null })
      .where(and(inArray(areas.eventId, ownEvents), isNull(areas.deletedAt))),
    ctx.db.delete(passwordResets).where(eq(passwordResets.userId, userId)),
    ctx.db.delete(inspectorLinks).where(inArray(inspectorLinks.eventId, ownEvents)),
    ctx.db.delete(publicLinks).where(inArray(publicLinks.eventId, ownEvents)),
    ctx.db.delete(apiKeys).where(eq(apiKeys.ownerId, userId)),
    ctx.db.delete(sessions).where(or(eq(sessions.userId, userId), inArray(sessions.eventId, ownEvents))),
  ]);
  await tellHub(ctx, 'delete account', userId, (hub) => hub.deleteAccount(userId));
}
