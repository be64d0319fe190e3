import * as z from 'zod/mini';
import { within } from '../concurrency/within';
import type { AlarmJob } from '../durable-object/alarm-scheduler';
import { JURISDICTIONS, type RoomRef } from '../rpc/contract';
import { KEY_KNOWN_MS } from '../shared/limits';

/** How long the hub waits before it tells a room again. */
const AGAIN_MS = 5_000;
/** How long the hub waits for a room's answer: a room that hangs must not delay alerts. */
export const KEY_END_TIMEOUT_MS = 5_000;

const RowSchema = z.object({
  sessionId: z.string(),
  eventId: z.string(),
  jurisdiction: z.nullable(z.enum(JURISDICTIONS)),
  endedAt: z.number(),
});

export interface KeyEndsDeps {
  sql: SqlStorage;
  /** Tells a room that a key has ended; rejects if it cannot be reached. */
  tell(room: RoomRef, sessionId: string): Promise<void>;
}

/** Ends of API keys of which a room could not be told. It is told again until it has forgotten the key by itself. */
export class KeyEnds implements AlarmJob {
  readonly name = 'key ends';
  private triedAt = 0;

  constructor(private readonly deps: KeyEndsDeps) {}

  add(sessionId: string, rooms: readonly RoomRef[], now: number): void {
    this.triedAt = now;
    for (const { eventId, jurisdiction } of rooms)
      this.deps.sql.exec('INSERT OR REPLACE INTO key_ends VALUES (?, ?, ?, ?)', sessionId, eventId, jurisdiction, now);
  }

  dueAt(): number | undefined {
    return this.rows().length === 0 ? undefined : this.triedAt + AGAIN_MS;
  }

  async run(): Promise<void> {
    const now = Date.now();
    const rows = this.rows();
    if (rows.length === 0 || now < this.triedAt + AGAIN_MS) return;
    this.triedAt = now;
    await Promise.all(
      rows.map(async ({ sessionId, endedAt, ...room }) => {
        const hasHeard = await within(KEY_END_TIMEOUT_MS, this.deps.tell(room, sessionId)).then(
          () => true,
          () => false,
        );
        // A call that was on its way when the key ended may have made the room know it for as long again.
        if (!hasHeard && now - endedAt < 2 * KEY_KNOWN_MS) return;
        this.deps.sql.exec('DELETE FROM key_ends WHERE session_id = ? AND event_id = ?', sessionId, room.eventId);
      }),
    );
  }

  forget(): void {
    this.deps.sql.exec('DELETE FROM key_ends');
  }

  private rows() {
    return this.deps.sql
      .exec(
        'SELECT session_id AS sessionId, event_id AS eventId, jurisdiction, ended_at AS endedAt FROM key_ends LIMIT 200',
      )
      .toArray()
      .map((row) => z.parse(RowSchema, row));
  }
}
