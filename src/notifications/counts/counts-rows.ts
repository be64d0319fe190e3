import * as z from 'zod/mini';
import { DAY_MS } from '../../shared/limits';
import { DELIVERY_STATES, type Delivery } from '../../shared/notifications/schemas';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';

/** The list shows the counts of an event for this long after they were last sent. */
const KEPT_MS = 30 * DAY_MS;

/** What one recipient knows of the counts of one event. Times are epoch ms. */
const CountsRowSchema = z.object({
  recipientId: z.string(),
  eventId: z.string(),
  eventName: z.string(),
  /** The counts that the recipient has (CountsNews); null before the first. */
  mark: z.nullable(z.string()),
  state: z.enum(DELIVERY_STATES),
  answer: z.nullable(z.string()),
  /** How many attempts failed since the last success, and when the first of them did. */
  failures: z.int(),
  failingSince: z.nullable(z.int()),
  lastAt: z.int(),
  /** When the next attempt may follow; null after a success. */
  dueAt: z.nullable(z.int()),
});
export type CountsRow = z.infer<typeof CountsRowSchema>;

const COLUMNS = `recipient_id AS recipientId, event_id AS eventId, event_name AS eventName, mark, state, answer, failures,
  failing_since AS failingSince, last_at AS lastAt, due_at AS dueAt`;

/** All SQL on what recipients know of counts: a row for each recipient and event. The counts themselves are not stored. */
export class CountsRows {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(
      `CREATE TABLE IF NOT EXISTS counts_told (
         recipient_id TEXT NOT NULL, event_id TEXT NOT NULL, event_name TEXT NOT NULL, mark TEXT, state TEXT NOT NULL,
         answer TEXT, failures INTEGER NOT NULL, failing_since INTEGER, last_at INTEGER NOT NULL, due_at INTEGER,
         PRIMARY KEY (recipient_id, event_id)) WITHOUT ROWID`,
    );
  }

  of(recipientId: string, eventId: string): CountsRow | undefined {
    const query = `SELECT ${COLUMNS} FROM counts_told WHERE recipient_id = ? AND event_id = ?`;
    return this.sql
      .exec(query, recipientId, eventId)
      .toArray()
      .map((row) => z.parse(CountsRowSchema, row))[0];
  }

  all(): CountsRow[] {
    return this.sql
      .exec(`SELECT ${COLUMNS} FROM counts_told`)
      .toArray()
      .map((row) => z.parse(CountsRowSchema, row));
  }

  /** Adds the row of a recipient and an event before the first attempt, or does nothing. */
  begin(recipientId: string, eventId: string, eventName: string, now: number): void {
    this.sql.exec(
      `INSERT INTO counts_told (recipient_id, event_id, event_name, state, failures, last_at)
       VALUES (?, ?, ?, 'waiting', 0, ?) ON CONFLICT DO NOTHING`,
      recipientId,
      eventId,
      eventName,
      now,
    );
  }

  /** Notes how an attempt ended. If the event or the recipient was deleted meanwhile, there is no row any more. */
  note(row: CountsRow): void {
    this.sql.exec(
      `UPDATE counts_told SET event_name = ?, mark = ?, state = ?, answer = ?, failures = ?, failing_since = ?,
         last_at = ?, due_at = ? WHERE recipient_id = ? AND event_id = ?`,
      row.eventName,
      row.mark,
      row.state,
      row.answer,
      row.failures,
      row.failingSince,
      row.lastAt,
      row.dueAt,
      row.recipientId,
      row.eventId,
    );
  }

  /** Deletes the rows of recipients that do not exist any more, and of events that have long been silent. */
  tidy(recipientIds: readonly string[], now: number): void {
    this.sql.exec(
      'DELETE FROM counts_told WHERE last_at < ? OR recipient_id NOT IN (SELECT value FROM json_each(?))',
      now - KEPT_MS,
      JSON.stringify(recipientIds),
    );
  }

  forgetEvent(eventId: string): void {
    this.sql.exec('DELETE FROM counts_told WHERE event_id = ?', eventId);
  }

  forget(): void {
    this.sql.exec('DELETE FROM counts_told');
  }
}

/** The newest counts to a recipient, as the account's admin sees it. */
export const toCountsDelivery = (row: CountsRow): Delivery => ({
  deliveryId: `counts ${row.recipientId} ${row.eventId}`,
  recipientId: row.recipientId,
  type: 'counts.changed',
  eventName: row.eventName,
  day: null,
  alerts: [],
  state: row.state,
  createdAt: isoTime(row.lastAt),
  attempts: Math.max(1, row.failures),
  lastAttemptAt: isoTime(row.lastAt),
  nextAt: row.state === 'waiting' ? isoTimeOrNull(row.dueAt) : null,
  answer: row.answer,
});
