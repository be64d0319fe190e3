import * as z from 'zod/mini';
import type { PastAlert } from './alert-dwell';
import type { RoomSql } from '../ports';

/** An alert as it is stored. Times are epoch ms. */
export interface AlertRow {
  readonly alertId: string;
  /** Null for an alert of the venue. */
  readonly areaId: string | null;
  readonly threshold: number;
  readonly occupancy: number;
  readonly capacity: number;
  readonly raisedAt: number;
  readonly acknowledgedAt: number | null;
  readonly acknowledgedBy: string | null;
}

const AlertRowSchema: z.ZodMiniType<AlertRow> = z.object({
  alertId: z.string(),
  areaId: z.nullable(z.string()),
  threshold: z.int(),
  occupancy: z.int(),
  capacity: z.int(),
  raisedAt: z.int(),
  acknowledgedAt: z.nullable(z.int()),
  acknowledgedBy: z.nullable(z.string()),
});

const PastRowSchema = z.object({ areaId: z.nullable(z.string()), threshold: z.int(), at: z.int() });

/** All SQL on a room's alerts. */
export class AlertRows {
  constructor(private readonly sql: RoomSql) {}

  /** Alerts that have not ended, in the order in which they were raised. */
  open(): AlertRow[] {
    return this.sql
      .exec(
        `SELECT alert_id AS alertId, area_id AS areaId, threshold, occupancy, capacity, raised_at AS raisedAt,
           acknowledged_at AS acknowledgedAt, acknowledged_by AS acknowledgedBy
         FROM alerts WHERE cleared_at IS NULL ORDER BY raised_at, alert_id`,
      )
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
    this.sql.exec(
      `INSERT OR REPLACE INTO alerts (alert_id, area_id, threshold, occupancy, capacity, raised_at, acknowledged_at,
         acknowledged_by, cleared_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL)`,
      alert.alertId,
      alert.areaId,
      alert.threshold,
      alert.occupancy,
      alert.capacity,
      alert.raisedAt,
      alert.acknowledgedAt,
      alert.acknowledgedBy,
    );
  }

  clear(alertId: string, clearedAt: number): void {
    this.sql.exec('UPDATE alerts SET cleared_at = ? WHERE alert_id = ?', clearedAt, alertId);
  }

  prune(before: number): void {
    this.sql.exec('DELETE FROM alerts WHERE cleared_at < ?', before);
  }
}
