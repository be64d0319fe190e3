import type { Database } from '../../db/client';
import { isPresentEventOf } from '../../db/present';
import { events } from '../../db/schema';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';

/** The statement that reads the ids of an account's events. */
export const selectEventIds = (db: Database, ownerId: string) =>
  db.select({ eventId: events.eventId }).from(events).where(isPresentEventOf(ownerId));

/** Throws a 400 if one of these ids is not that of an event of the account. */
export async function mustBeOwnEvents(db: Database, ownerId: string, eventIds: readonly string[]): Promise<void> {
  const own = await selectEventIds(db, ownerId);
  const known = new Set(own.map(({ eventId }) => eventId));
  if (eventIds.some((eventId) => !known.has(eventId)))
    throw new AppError('invalid_input', message(serviceTexts, 'recipient_events_unknown'));
}
