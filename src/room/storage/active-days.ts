import * as z from 'zod/mini';
import type { Outbox } from '../delivery-job';
import { DAYS_PER_DELIVERY } from './limits';
import { deliveryBackoffMs } from '../limits';
import type { RoomSql } from '../ports';
import { ACTIVE_DAY, type ActiveDay } from '../state/active-day';
import { insertInto, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { DAYS } from '../../stored/tables';

const ActiveDayRowSchema = rowSchema(ACTIVE_DAY);
const DueRowSchema = z.object({ dueAt: z.nullable(z.int()), attempts: z.nullable(z.int()) });

const COLUMNS = selectList(ACTIVE_DAY);
const INSERT = insertInto('days', DAYS);

/**
 * Column values of a day that was imported from another event's file; the other event is billed for it. Reports include
 * the day, and a tap that counts on it in this event makes it active again.
 */
export const OF_ANOTHER_EVENT = { billable_at: null, attempts: -1, due_at: null } as const;

/** All SQL on a room's active days, and on which of them D1 does not have yet. */
export class ActiveDays implements Outbox<readonly ActiveDay[]> {
  constructor(private readonly sql: RoomSql) {}

  /** The newest active days of this event, without days imported from another event's file. */
  newest(count: number): ActiveDay[] {
    return this.read(`SELECT ${COLUMNS} FROM days WHERE attempts >= 0 ORDER BY day DESC LIMIT ?`, count);
  }

  /** Inserts or updates the day, and schedules its delivery to D1 for `dueAt` (epoch ms). */
  put(day: ActiveDay, dueAt: number): void {
    this.sql.exec(
      `${INSERT} ON CONFLICT (day) DO UPDATE SET counted_at = min(counted_at, excluded.counted_at),
         billable_at = coalesce(billable_at, excluded.billable_at), attempts = 0, due_at = excluded.due_at`,
      ...valuesOf(DAYS, { ...day, attempts: 0, dueAt }),
    );
  }

  next(): readonly ActiveDay[] | undefined {
    const some = this.read(
      `SELECT ${COLUMNS} FROM days WHERE due_at IS NOT NULL ORDER BY day LIMIT ?`,
      DAYS_PER_DELIVERY,
    );
    return some.length === 0 ? undefined : some;
  }

  get dueAt(): number | undefined {
    return this.undelivered.dueAt ?? undefined;
  }

  done(days: readonly ActiveDay[]): void {
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

  postpone(now: number): number {
    const attempts = (this.undelivered.attempts ?? 0) + 1;
    const waitMs = deliveryBackoffMs(attempts);
    this.sql.exec('UPDATE days SET due_at = ?, attempts = ? WHERE due_at IS NOT NULL', now + waitMs, attempts);
    return waitMs;
  }

  private get undelivered(): z.infer<typeof DueRowSchema> {
    const [row] = this.sql.exec(
      'SELECT min(due_at) AS dueAt, max(attempts) AS attempts FROM days WHERE due_at IS NOT NULL',
    );
    return z.parse(DueRowSchema, row);
  }

  private read(query: string, ...bindings: number[]): ActiveDay[] {
    return this.sql.exec(query, ...bindings).map((row) => z.parse(ActiveDayRowSchema, row));
  }
}
