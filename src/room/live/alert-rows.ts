import * as z from 'zod/mini';
import type { PastAlert } from './alert-dwell';
import type { RoomSql } from '../ports';
import type { AlertPage } from '../../rpc/alert-page';
import { insertInto, type Row, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { ALERTS } from '../../stored/tables';

const { clearedAt: _clearedAt, ...OPEN_ALERT } = ALERTS;

/** An alert as it is stored. Times are epoch ms. */
export type AlertRow = Readonly<Row<typeof OPEN_ALERT>>;

/** An alert that may have ended. */
export type PastAlertRow = Readonly<Row<typeof ALERTS>>;

const AlertRowSchema = rowSchema(OPEN_ALERT);
const PastAlertRowSchema = rowSchema(ALERTS);
const COLUMNS = selectList(OPEN_ALERT);
const ALL_COLUMNS = selectList(ALERTS);
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

  /** Alerts that are open or ended after `since` (epoch ms), newest first. */
  list({ after, limit }: AlertPage, since: number): PastAlertRow[] {
    const { at, key } = after ?? { at: Number.MAX_SAFE_INTEGER, key: '' };
    return this.sql
      .exec(
        `SELECT ${ALL_COLUMNS} FROM alerts
         WHERE (cleared_at IS NULL OR cleared_at > ?) AND (raised_at, alert_id) < (?, ?)
         ORDER BY raised_at DESC, alert_id DESC LIMIT ?`,
        since,
        at,
        key,
        limit,
      )
      .map((row) => z.parse(PastAlertRowSchema, row));
  }

  /** The alert with this id, ended or not. */
  find(alertId: string): PastAlertRow | undefined {
    const [row] = this.sql.exec(`SELECT ${ALL_COLUMNS} FROM alerts WHERE alert_id = ?`, alertId);
    return row === undefined ? undefined : z.parse(PastAlertRowSchema, row);
  }

  put(alert: AlertRow): void {
    this.sql.exec(PUT, ...valuesOf(ALERTS, { ...alert, clearedAt: null }));
  }

  setNote(alertId: string, note: string | null): void {
    this.sql.exec('UPDATE alerts SET note = ? WHERE alert_id = ?', note, alertId);
  }

  clear(alertId: string, clearedAt: number): void {
    this.sql.exec('UPDATE alerts SET cleared_at = ? WHERE alert_id = ?', clearedAt, alertId);
  }

  prune(before: number): void {
    this.sql.exec('DELETE FROM alerts WHERE cleared_at < ?', before);
  }
}
