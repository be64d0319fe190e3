import * as z from 'zod/mini';
import type { HubFrame } from '../rpc/hub-api';
import { type Event, EventSchema } from '../shared/schemas/event';

/** A row of `announced_events`: an event's id, and the event as JSON for comparison. */
const RowSchema = z.object({ eventId: z.string(), event: z.string() });
const textOf = (event: Event): string => JSON.stringify(z.parse(EventSchema, event));

/**
 * The account's events as its devices know them: as D1 had them at the first check, plus all announcements since. The
 * list is stored, so that it survives hibernation, and deleted when no device has a socket.
 */
export class AnnouncedEvents {
  constructor(private readonly storage: Pick<DurableObjectStorage, 'sql' | 'kv'>) {}

  /** Called when no device has a socket. The next device that connects loads the whole list of events first. */
  forget(): void {
    this.storage.sql.exec('DELETE FROM announced_events');
    this.storage.kv.delete(FIRST_CHECK_DONE);
  }

  record(frame: HubFrame): void {
    if (frame.type === 'event_deleted') {
      this.storage.sql.exec('DELETE FROM announced_events WHERE event_id = ?', frame.eventId);
    } else {
      this.put(frame.event);
    }
  }

  /**
   * Whether D1's events differ from what the devices know; the first check returns false. From now on D1's events are
   * what the devices know. One check finds every change by a restored database, a manual SQL statement or failed calls,
   * and the devices need not know which events changed.
   */
  isBehind(events: readonly Event[]): boolean {
    const known = new Map(
      this.storage.sql
        .exec('SELECT event_id AS eventId, event FROM announced_events')
        .toArray()
        .map((row) => z.parse(RowSchema, row))
        .map(({ eventId, event }) => [eventId, event]),
    );
    const isSame = known.size === events.length && events.every((event) => known.get(event.eventId) === textOf(event));
    const isFirst = this.storage.kv.get(FIRST_CHECK_DONE) === undefined;
    if (isSame && !isFirst) return false;
    this.forget();
    for (const event of events) this.put(event);
    this.storage.kv.put(FIRST_CHECK_DONE, true);
    return !isFirst;
  }

  private put(event: Event): void {
    this.storage.sql.exec(
      'INSERT OR REPLACE INTO announced_events (event_id, event) VALUES (?, ?)',
      event.eventId,
      textOf(event),
    );
  }
}

/** Storage key, set by the first check. Before that check the stored announcements are incomplete. */
const FIRST_CHECK_DONE = 'checked_events';
