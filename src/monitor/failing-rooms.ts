import * as z from 'zod/mini';
import { within } from '../concurrency/within';
import { isStorageFull } from '../durable-object/storage-full';
import { JURISDICTIONS, type RoomRef } from '../rpc/identity';
import { type Failure, FAILURES } from '../rpc/monitor-api';
import { ASK_AGAIN_AFTER_MS, ASK_FOR_MS, ROOMS_AT_ONCE } from './thresholds';

const RowSchema = z.object({
  eventId: z.string(),
  jurisdiction: z.nullable(z.enum(JURISDICTIONS)),
  failure: z.enum(FAILURES),
  failedAt: z.int(),
});

export type FailingRoom = z.infer<typeof RowSchema>;

/** Returns how a call to a room failed. */
export const failureOf = (error: unknown): Failure => (isStorageFull(error) ? 'full' : 'unreachable');

/** The rooms that failed when they were last called. */
export class FailingRooms {
  private isAsking = false;

  /** @param ask calls a room; rejects if it cannot be reached or cannot write */
  constructor(
    private readonly sql: SqlStorage,
    private readonly ask: (room: RoomRef) => Promise<void>,
  ) {
    sql.exec(
      `CREATE TABLE IF NOT EXISTS failing_rooms
         (event_id TEXT PRIMARY KEY, jurisdiction TEXT, failure TEXT NOT NULL, failed_at INTEGER NOT NULL) WITHOUT ROWID`,
    );
  }

  all(): FailingRoom[] {
    return this.sql
      .exec('SELECT event_id AS eventId, jurisdiction, failure, failed_at AS failedAt FROM failing_rooms')
      .toArray()
      .map((row) => z.parse(RowSchema, row));
  }

  note({ eventId, jurisdiction }: RoomRef, failure: Failure, failedAt: number): void {
    this.sql.exec(
      'INSERT OR REPLACE INTO failing_rooms (event_id, jurisdiction, failure, failed_at) VALUES (?, ?, ?, ?)',
      eventId,
      jurisdiction,
      failure,
      failedAt,
    );
  }

  /**
   * Asks the rooms whose last failure is old enough, the oldest first, until time is up. A room that answers is
   * forgotten, unless a call to it failed meanwhile. While one call asks, others do not.
   */
  async askAgain(now: number): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const due = this.all()
        .filter(({ failedAt }) => Math.abs(now - failedAt) >= ASK_AGAIN_AFTER_MS)
        .toSorted((a, b) => a.failedAt - b.failedAt);
      const endsAt = performance.now() + ASK_FOR_MS;
      for (let i = 0; i < due.length && performance.now() < endsAt; i += ROOMS_AT_ONCE) {
        // oxlint-disable-next-line no-await-in-loop -- only a few at the same time
        await Promise.all(due.slice(i, i + ROOMS_AT_ONCE).map((room) => this.askOne(room, now, endsAt)));
      }
    } finally {
      this.isAsking = false;
    }
  }

  private async askOne(room: FailingRoom, now: number, endsAt: number): Promise<void> {
    try {
      await within(Math.max(1, endsAt - performance.now()), this.ask(room));
      this.sql.exec('DELETE FROM failing_rooms WHERE event_id = ? AND failed_at = ?', room.eventId, room.failedAt);
    } catch (error) {
      this.note(room, failureOf(error), now);
    }
  }
}
