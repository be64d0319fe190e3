import * as z from 'zod/mini';
import { MINUTE_MS } from '../../shared/durations';
import type { AlertPage } from '../../rpc/alert-page';
import { type Columns, selectList } from '../../stored/columns';
import type { Outbox } from '../delivery-job';
import { ALERTS_PER_ANNOUNCEMENT, alertRetryMs } from './limits';
import type { RoomSql } from '../ports';

/** What alerts of every kind have. Times are epoch ms. */
interface AlertRow {
  readonly type: string;
  readonly alertId: string;
  readonly raisedAt: number;
  readonly acknowledgedAt: number | null;
  readonly clearedAt: number | null;
}

/** How alerts of one kind are stored. */
export interface AlertTable<A extends AlertRow> {
  readonly type: A['type'];
  readonly table: string;
  readonly columns: Columns;
  /** The statement that inserts or replaces a row. */
  readonly insert: string;
  read(row: unknown): A;
  /** The values of a row. The hub is told of it at `announceAt`, epoch ms. */
  write(alert: A, announceAt: number): (string | number | null)[];
}

const DueRowSchema = z.object({ dueAt: z.nullable(z.int()) });

/** Returns for how many ms the hub is not told again of alerts, the oldest first, of which it could not be told. */
export function retryMsOf([first]: readonly AlertRow[], now: number): number {
  if (first === undefined) return MINUTE_MS;
  return alertRetryMs(now - Math.max(first.raisedAt, first.acknowledgedAt ?? 0, first.clearedAt ?? 0));
}

/** All SQL on a room's alerts of one kind. The account's hub is told of their states. */
export class AlertRows<A extends AlertRow> implements Outbox<readonly A[]> {
  private readonly table: string;
  private readonly select: string;

  constructor(
    protected readonly sql: RoomSql,
    private readonly kind: AlertTable<A>,
  ) {
    this.table = kind.table;
    this.select = `SELECT ${selectList(kind.columns)} FROM ${kind.table}`;
  }

  get type(): A['type'] {
    return this.kind.type;
  }

  /** Alerts that have not ended, in the order in which they were raised. */
  open(): A[] {
    return this.read('WHERE cleared_at IS NULL ORDER BY raised_at, alert_id');
  }

  /** Alerts that are open or ended after `since` (epoch ms), newest first. */
  list({ after, limit }: AlertPage, since: number): A[] {
    const { at, key } = after ?? { at: Number.MAX_SAFE_INTEGER, key: '' };
    return this.read(
      `WHERE (cleared_at IS NULL OR cleared_at > ?) AND (raised_at, alert_id) < (?, ?)
       ORDER BY raised_at DESC, alert_id DESC LIMIT ?`,
      since,
      at,
      key,
      limit,
    );
  }

  /** The alert with this id, ended or not. */
  find(alertId: string): A | undefined {
    return this.read('WHERE alert_id = ?', alertId)[0];
  }

  /** Inserts or replaces the alert. The hub is told of it at `now`. */
  put(alert: A, now: number): void {
    this.sql.exec(this.kind.insert, ...this.kind.write(alert, now));
  }

  setNote(alertId: string, note: string | null): void {
    this.sql.exec(`UPDATE ${this.table} SET note = ? WHERE alert_id = ?`, note, alertId);
  }

  /** Ends the alert. The hub is told of it at the same time. */
  end(alertId: string, clearedAt: number): void {
    const statement = `UPDATE ${this.table} SET cleared_at = ?, announce_at = ? WHERE alert_id = ?`;
    this.sql.exec(statement, clearedAt, clearedAt, alertId);
  }

  get dueAt(): number | undefined {
    const [row] = this.sql.exec(`SELECT min(announce_at) AS dueAt FROM ${this.table} WHERE announce_at IS NOT NULL`);
    return z.parse(DueRowSchema, row).dueAt ?? undefined;
  }

  /** In the order in which they were raised. */
  next(): readonly A[] | undefined {
    const rest = 'WHERE announce_at IS NOT NULL ORDER BY raised_at, cleared_at LIMIT ?';
    const some = this.read(rest, ALERTS_PER_ANNOUNCEMENT);
    return some.length === 0 ? undefined : some;
  }

  done(alerts: readonly AlertRow[]): void {
    const statement = `UPDATE ${this.table} SET announce_at = NULL WHERE alert_id = ? AND acknowledged_at IS ? AND cleared_at IS ?`;
    this.sql.transaction(() => {
      for (const { alertId, acknowledgedAt, clearedAt } of alerts)
        this.sql.exec(statement, alertId, acknowledgedAt, clearedAt);
    });
  }

  postpone(now: number): number {
    const waitMs = retryMsOf(this.next() ?? [], now);
    this.sql.exec(`UPDATE ${this.table} SET announce_at = ? WHERE announce_at IS NOT NULL`, now + waitMs);
    return waitMs;
  }

  prune(before: number): void {
    this.sql.exec(`DELETE FROM ${this.table} WHERE cleared_at < ?`, before);
  }

  private read(rest: string, ...bindings: (string | number)[]): A[] {
    return this.sql.exec(`${this.select} ${rest}`, ...bindings).map((row) => this.kind.read(row));
  }
}
