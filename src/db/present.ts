import { and, eq, isNull, type SQL, type SQLWrapper } from 'drizzle-orm';
import { events, users } from './schema';

/** Conditions that find rows which are not deleted. */

export const isPresentAccount = (userId: string | SQLWrapper): SQL | undefined =>
  and(eq(users.userId, userId), isNull(users.deletedAt));

export const isPresentEvent = (eventId: string | SQLWrapper): SQL | undefined =>
  and(eq(events.eventId, eventId), isNull(events.deletedAt));

/** Finds all events of an account. */
export const isPresentEventOf = (ownerId: string | SQLWrapper): SQL | undefined =>
  and(eq(events.ownerId, ownerId), isNull(events.deletedAt));
