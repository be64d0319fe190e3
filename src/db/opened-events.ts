import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from './client';
import { events } from './schema';
import { isPresentEvent } from './present';

/** Whether events were opened: from then on they have a room (docs/decisions/0029). */

/** Whether the event was opened. The text names its table, because drizzle leaves the name out where one is read. */
export const isEventOpened = sql<boolean>`events.opened_at IS NOT NULL`.mapWith(Boolean).as('is_opened');

/** Returns whether the event was opened, even if it is deleted by now. An unknown event was not. */
export async function wasOpened(db: Database, eventId: string): Promise<boolean> {
  const row = await db.select({ isOpened: isEventOpened }).from(events).where(eq(events.eventId, eventId)).get();
  return row?.isOpened ?? false;
}

/** Notes that the event is opened. A deleted event stays as it is: its room is refused by D1's definition. */
export async function markOpened(db: Database, eventId: string, now: number): Promise<void> {
  await db
    .update(events)
    .set({ openedAt: now })
    .where(and(isPresentEvent(eventId), isNull(events.openedAt)));
}
