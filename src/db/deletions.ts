import { and, type Column, eq, inArray, isNotNull, isNull, not, notExists, or, type SQL, sql } from 'drizzle-orm';
import { UNSET_FACTS } from '../shared/schemas/area-facts';
import { NO_BILLING_DETAILS } from '../shared/schemas/billing-details';
import type { Database } from './client';
import { isOneOf } from './one-of';
import { passwordHash } from './people';
import {
  apiKeys,
  areas,
  auditEntries,
  events,
  formerMembers,
  inspectorLinks,
  memberInvitations,
  members,
  passwordResets,
  people,
  publicLinks,
  sessions,
  users,
} from './schema';

/** What a deleted event's row loses at once. */
const DELETED_EVENT = {
  venue: null,
  categories: null,
  capacityPlan: null,
  displayToken: null,
  displayMadeBy: null,
  revision: sql`${events.revision} + 1`,
};

/** Returns the statements that delete events: their rows become tombstones, and their sessions and links end. */
export function eventDeletion(db: Database, eventIds: readonly string[], deletedAt: number) {
  // An index finds keys by their owner.
  const owners = db.select({ ownerId: events.ownerId }).from(events).where(isOneOf(events.eventId, eventIds));
  return [
    db
      .update(events)
      .set({ ...DELETED_EVENT, deletedAt })
      .where(and(isOneOf(events.eventId, eventIds), isNull(events.deletedAt))),
    db.delete(sessions).where(isOneOf(sessions.eventId, eventIds)),
    db.delete(inspectorLinks).where(isOneOf(inspectorLinks.eventId, eventIds)),
    db.delete(publicLinks).where(isOneOf(publicLinks.eventId, eventIds)),
    db.delete(apiKeys).where(and(inArray(apiKeys.ownerId, owners), isOneOf(apiKeys.eventId, eventIds))),
  ] as const;
}

/**
 * Returns the statements that end all memberships of accounts and the invitations to them, and delete the people who
 * belong to no other account, with their reset links.
 * @param isOf finds the accounts in a column
 */
export function membersDeletion(db: Database, isOf: (ownerId: Column) => SQL) {
  const left = db.select({ personId: members.personId }).from(members).where(isOf(members.ownerId));
  const elsewhere = db
    .select({ ownerId: members.ownerId })
    .from(members)
    .where(and(eq(members.personId, people.personId), not(isOf(members.ownerId))));
  const isLeaving = and(inArray(people.personId, left), notExists(elsewhere));
  const leaving = db.select({ personId: people.personId }).from(people).where(isLeaving);
  return [
    db.delete(passwordResets).where(inArray(passwordResets.personId, leaving)),
    db.delete(people).where(isLeaving),
    db.delete(members).where(isOf(members.ownerId)),
    db.delete(memberInvitations).where(isOf(memberInvitations.ownerId)),
    db.delete(auditEntries).where(isOf(auditEntries.ownerId)),
    db.delete(formerMembers).where(isOf(formerMembers.ownerId)),
  ] as const;
}

/**
 * Returns the statements that delete accounts with their events and areas (tombstones), and end their sessions and
 * links. Texts that a person entered are erased; what the last bill needs stays until the hub has billed it. The second
 * statement returns the accounts that it has deleted.
 * @param onlyIf the condition under which anything changes
 */
export function accountDeletion(db: Database, userIds: readonly string[], deletedAt: number, onlyIf?: SQL) {
  const deleted = db
    .select({ userId: users.userId })
    .from(users)
    .where(and(isOneOf(users.userId, userIds), isNotNull(users.deletedAt)));
  const isOf = (ownerId: Column): SQL => inArray(ownerId, deleted);
  const isOwn = isOf(events.ownerId);
  const ownEvents = db.select({ eventId: events.eventId }).from(events).where(isOwn);
  return [
    // A founder who belongs to another account keeps the password.
    db.update(people).set({ passwordHash }).where(isOneOf(people.personId, userIds)),
    db
      .update(users)
      .set({ deletedAt, email: '', passwordHash: '', ...NO_BILLING_DETAILS })
      .where(and(isOneOf(users.userId, userIds), isNull(users.deletedAt), onlyIf))
      .returning({ userId: users.userId }),
    db
      .update(events)
      // An access code must be unique: the event's id is, and it opens nothing.
      .set({ ...DELETED_EVENT, deletedAt, accessCode: events.eventId })
      .where(and(isOwn, isNull(events.deletedAt))),
    // This includes events that were deleted earlier and kept their name for the bill.
    db.update(events).set({ eventName: '' }).where(isOwn),
    db
      .update(areas)
      .set({ deletedAt, areaName: '', ...UNSET_FACTS })
      .where(and(inArray(areas.eventId, ownEvents), isNull(areas.deletedAt))),
    ...membersDeletion(db, isOf),
    db.delete(inspectorLinks).where(inArray(inspectorLinks.eventId, ownEvents)),
    db.delete(publicLinks).where(inArray(publicLinks.eventId, ownEvents)),
    db.delete(apiKeys).where(isOf(apiKeys.ownerId)),
    db.delete(sessions).where(or(isOf(sessions.userId), inArray(sessions.eventId, ownEvents))),
  ] as const;
}
