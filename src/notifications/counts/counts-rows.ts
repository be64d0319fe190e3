import * as z from 'zod/mini';
import { DAY_MS } from '../../shared/durations';
import { type CountsRow, CountsRowSchema } from './counts-row';

/** The list shows the counts of an event for this long after they were last sent. */
const KEPT_MS = 30 * DAY_MS;

const COLUMNS = `recipient_id AS recipientId, event_id AS eventId, event_name AS eventName, mark, state, answer, failures,
  failing_since AS failingSince, last_at AS lastAt, due_at AS dueAt`;

/** All SQL on what recipients know of counts: a row for each recipient and event. The counts themselves are not stored. */
export class CountsRows {
  constructor(private readonly sql: SqlStorage) {}

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
