import { and, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { Database } from '../../db/client';
import { events } from '../../db/schema';
import { isEventOf, isPresentEventOf } from '../../db/present';
import type { Topic } from '../../shared/notifications/schemas';

/** A recipient's choice of counts, before or after a change; null if there is no recipient. */
type Choice = { topics: readonly Topic[] | null; eventIds: readonly string[] | null } | null;

/** The events whose counts are wanted; null for all. */
const countedEvents = (choice: Choice): readonly string[] | null =>
  choice?.topics?.includes('counts') === true ? choice.eventIds : [];

/**
 * Returns the statement that makes rooms learn whether their counts are wanted: it raises the revision of the events
 * that the change is about, so that each room loads its definition at its next call. Empty if it is about none. It belongs
 * into the transaction of the change.
 */
export function countsChange(db: Database, ownerId: string, before: Choice, after: Choice): BatchItem<'sqlite'>[] {
  const [from, to] = [countedEvents(before), countedEvents(after)];
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  const ids = from === null || to === null ? null : [...new Set([...from, ...to])];
  return [
    db
      .update(events)
      .set({ revision: sql`${events.revision} + 1` })
      .where(and(isPresentEventOf(ownerId), isEventOf(ids))),
  ];
}
