import * as z from 'zod/mini';
import type { HubFrame } from '../rpc/contract';
import { type Event, EventSchema } from '../shared/schemas/event';

/** What devices show of an event, for comparison; without its id. */
const RowSchema = z.object({ eventId: z.string(), event: z.string() });
const textOf = (event: Event): string => JSON.stringify(z.parse(EventSchema, event));

/**
 * The account's events as its devices know them while they hold sockets: as D1 had them at the first look, and as they
 * were announced since. Kept through hibernation.
 */
export class AnnouncedEvents {
  constructor(private readonly storage: Pick<DurableObjectStorage, 'sql' | 'kv'>) {
    storage.sql.exec('CREATE TABLE IF NOT EXISTS told_events (event_id TEXT PRIMARY KEY, event TEXT) WITHOUT ROWID');
  }

  /** Called when nobody listens. The next listener reads the whole list first. */
  forget(): void {
    this.storage.sql.exec('DELETE FROM told_events');
    this.storage.kv.delete(LOOKED);
  }

  record(frame: HubFrame): void {
    if (frame.type === 'event_deleted') {
      this.storage.sql.exec('DELETE FROM told_events WHERE event_id = ?', frame.eventId);
    } else {
      this.put(frame.event);
    }
  }

  /**
   * Whether D1's events differ from what the devices know; from now on D1's count as known. One look finds every change
   * of a restored database, a manual statement or failed calls, and nobody needs to be told which events changed.
   */
  isBehind(events: readonly Event[]): boolean {
    const known = new Map(
      this.storage.sql
        .exec('SELECT event_id AS eventId, event FROM told_events')
        .toArray()
        .map((row) => z.parse(RowSchema, row))
        .map(({ eventId, event }) => [eventId, event]),
    );
    const isSame = known.size === events.length && events.every((event) => known.get(event.eventId) === textOf(event));
    const isFirst = this.storage.kv.get(LOOKED) === undefined;
    if (isSame && !isFirst) return false;
    this.forget();
    for (const event of events) this.put(event);
    this.storage.kv.put(LOOKED, true);
    return !isFirst;
  }

  private put(event: Event): void {
    this.storage.sql.exec(
      'INSERT OR REPLACE INTO told_events (event_id, event) VALUES (?, ?)',
      event.eventId,
      textOf(event),
    );
  }
}

/** Set by the first look: announcements before it were not complete. */
const LOOKED = 'looked_at_events';
