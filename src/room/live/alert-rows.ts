import * as z from 'zod/mini';
import type { PastAlert } from './alert-dwell';
import type { RoomSql } from '../ports';
import { insertInto, type Row, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { ALERTS } from '../../stored/tables';

const { clearedAt: _clearedAt, ...OPEN_ALERT } = ALERTS;

/** An alert as it is stored. Times are epoch ms. */
export type AlertRow = Readonly<Row<typeof OPEN_ALERT>>;

const AlertRowSchema = rowSchema(OPEN_ALERT);
const COLUMNS = selectList(OPEN_ALERT);
const PUT = insertInto('alerts', ALERTS, 'OR REPLACE ');

const PastRowSchema = z.object({ areaId: z.nullable(z.string()), threshold: z.int(), at: z.int() });

/** All SQL on a room's alerts. */
export class AlertRows {
  constructor(private readonly sql: RoomSql) {}

  /** Alerts that have not ended, in the order in which they were raised. */
  open(): AlertRow[] {
    return this.sql
      .exec(`SELECT ${COLUMNS} FROM alerts WHERE cleared_at IS NULL ORDER BY raised_at, alert_id`)
      .map((row) => z.parse(AlertRowSchema, row));
  }

  /**
   * For each area (or the venue) whose alerts ended after `since` (epoch ms): the highest threshold of these alerts,
   * and when the last alert ended.
   */
  past(since: number): (PastAlert & Pick<AlertRow, 'areaId'>)[] {
    return this.sql
      .exec(
        `SELECT area_id AS areaId, max(threshold) AS threshold, max(cleared_at) AS at
         FROM alerts WHERE cleared_at > ? GROUP BY area_id`,
        since,
      )
      .map((row) => z.parse(PastRowSchema, row));
  }

  /** Whether an alert with this id is stored, ended or not. */
  has(alertId: string): boolean {
    return this.sql.exec('SELECT 1 FROM alerts WHERE alert_id = ?', alertId).length > 0;
  }

  put(alert: AlertRow): void {
    this.sql.exec(PUT, ...valuesOf(ALERTS, { ...alert, clearedAt: null }));
  }

  clear(alertId: string, clearedAt: number): void {
    this.sql.exec('UPDATE alerts SET cleared_at = ? WHERE alert_id = ?', clearedAt, alertId);
  }

  prune(before: number): void {
    this.sql.exec('DELETE FROM alerts WHERE cleared_at < ?', before);
  }
}
