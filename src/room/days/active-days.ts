import * as z from 'zod/mini';
import type { RoomSql } from '../ports';

/** An active business day: what is billed. Times are epoch ms. */
export interface ActiveDay {
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly countedAt: number;
  /** When the first tap outside the trial was counted on it; null for a free day. */
  readonly billableAt: number | null;
}

const ActiveDayRowSchema = z.object({
  day: z.string(),
  countedAt: z.int(),
  billableAt: z.nullable(z.int()),
});
const DueRowSchema = z.object({ dueAt: z.nullable(z.int()), attempts: z.nullable(z.int()) });

const COLUMNS = 'day, counted_at AS countedAt, billable_at AS billableAt';

/** When the undelivered days are delivered next, and how many attempts have failed. */
export interface Delivery {
  dueAt: number;
  attempts: number;
}

/**
 * A day that was imported with another event's file; that event has it on record. Reports know it, and a tap that is
 * counted on it here makes it active again.
 */
export const OF_ANOTHER_EVENT = { billable_at: null, attempts: -1, due_at: null } as const;

/** All SQL on a room's days, and on which of them D1 does not have yet. */
export class ActiveDays {
  constructor(private readonly sql: RoomSql) {}

  /** The newest active days of this event itself. */
  newest(count: number): ActiveDay[] {
    return this.read(`SELECT ${COLUMNS} FROM days WHERE attempts >= 0 ORDER BY day DESC LIMIT ?`, count);
  }

  /**
   * Stores a day that D1 does not have in this form. If the day is stored already, the earlier `countedAt` and the
   * first `billableAt` stay. The room delivers the day at once; if that fails, the delivery job tries again at `dueAt`.
   */
  put({ day, countedAt, billableAt }: ActiveDay, dueAt: number): void {
    this.sql.exec(
      `INSERT INTO days (day, counted_at, billable_at, attempts, due_at) VALUES (?, ?, ?, 0, ?)
       ON CONFLICT (day) DO UPDATE SET counted_at = min(counted_at, excluded.counted_at),
         billable_at = coalesce(billable_at, excluded.billable_at), attempts = 0, due_at = excluded.due_at`,
      day,
      countedAt,
      billableAt,
      dueAt,
    );
  }

  /** Days that D1 does not have in their present form. */
  undelivered(limit: number): ActiveDay[] {
    return this.read(`SELECT ${COLUMNS} FROM days WHERE due_at IS NOT NULL ORDER BY day LIMIT ?`, limit);
  }

  /** Undefined when everything is delivered. */
  get delivery(): Delivery | undefined {
    const [row] = this.sql.exec(
      'SELECT min(due_at) AS dueAt, max(attempts) AS attempts FROM days WHERE due_at IS NOT NULL',
    );
    const { dueAt, attempts } = z.parse(DueRowSchema, row);
    return dueAt === null ? undefined : { dueAt, attempts: attempts ?? 0 };
  }

  /** D1 has these days as they were read. A day that has changed since is still to be delivered. */
  setDelivered(days: readonly ActiveDay[]): void {
    this.sql.transaction(() => {
      for (const { day, countedAt, billableAt } of days) {
        this.sql.exec(
          'UPDATE days SET due_at = NULL WHERE day = ? AND counted_at = ? AND billable_at IS ?',
          day,
          countedAt,
          billableAt,
        );
      }
    });
  }

  postpone({ dueAt, attempts }: Delivery): void {
    this.sql.exec('UPDATE days SET due_at = ?, attempts = ? WHERE due_at IS NOT NULL', dueAt, attempts);
  }

  private read(query: string, ...bindings: number[]): ActiveDay[] {
    return this.sql.exec(query, ...bindings).map((row) => z.parse(ActiveDayRowSchema, row));
  }
}
