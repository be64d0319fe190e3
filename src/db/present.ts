import { and, eq, isNull, type SQL, type SQLWrapper } from 'drizzle-orm';
import { isOneOf } from './one-of';
import { areas, events, users } from './schema';

/** Conditions that find rows which are not deleted. */

export const isPresentAccount = (userId: string | SQLWrapper): SQL | undefined =>
  and(eq(users.userId, userId), isNull(users.deletedAt));

/** @param email a normal address */
export const isPresentEmail = (email: string): SQL | undefined => and(eq(users.email, email), isNull(users.deletedAt));

export const isPresentEvent = (eventId: string | SQLWrapper): SQL | undefined =>
  and(eq(events.eventId, eventId), isNull(events.deletedAt));

/** Finds all events of an account. */
export const isPresentEventOf = (ownerId: string | SQLWrapper): SQL | undefined =>
  and(eq(events.ownerId, ownerId), isNull(events.deletedAt));

/** Finds the events with these ids; all for null. */
export const isEventOf = (eventIds: readonly string[] | null): SQL | undefined =>
  eventIds === null ? undefined : isOneOf(events.eventId, eventIds);

export const isPresentArea = (areaId: string | SQLWrapper): SQL | undefined =>
  and(eq(areas.areaId, areaId), isNull(areas.deletedAt));

/** Finds all areas of an event. */
export const isPresentAreaOf = (eventId: string | SQLWrapper): SQL | undefined =>
  and(eq(areas.eventId, eventId), isNull(areas.deletedAt));
