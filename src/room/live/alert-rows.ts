import * as z from 'zod/mini';
import type { PastAlert } from './alert-dwell';
import type { Outbox } from '../delivery';
import { ALERTS_PER_ANNOUNCEMENT, alertRetryMs } from '../limits';
import type { RoomSql } from '../ports';
import type { AlertPage } from '../../rpc/alert-page';
import { MINUTE_MS } from '../../shared/limits';
import { insertInto, type Row, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { ALERTS } from '../../stored/tables';
import type { Meta } from '../storage/meta';

const { clearedAt: _clearedAt, announceAt: _announceAt, ...OPEN_ALERT } = ALERTS;
const { announceAt: _also, ...KNOWN_ALERT } = ALERTS;

/** An alert as it is stored. Times are epoch ms. */
export type AlertRow = Readonly<Row<typeof OPEN_ALERT>>;

/** An open or past alert. */
export type KnownAlert = Readonly<Row<typeof KNOWN_ALERT>>;

const AlertRowSchema = rowSchema(OPEN_ALERT);
const KnownAlertSchema = rowSchema(KNOWN_ALERT);
const COLUMNS = selectList(OPEN_ALERT);
const ALL_COLUMNS = selectList(KNOWN_ALERT);
const PUT = insertInto('alerts', ALERTS, 'OR REPLACE ');

/** Key in the table `meta`: when the hub is told all open alerts anew, epoch ms. */
const TELL_ALL_AT = 'tell_all_alerts_at';

const DueRowSchema = z.object({ dueAt: z.nullable(z.int()) });
const PastRowSchema = z.object({ areaId: z.nullable(z.string()), threshold: z.int(), at: z.int() });

/** Alerts that the hub is told of; whether they are all open ones, which it is told again after the room was restored. */
interface Announcement {
  alerts: readonly KnownAlert[];
  isAll: boolean;
}

/** Returns for how many ms the hub is not told again of an alert that it could not be told of. */
export const retryMsOf = (
  { raisedAt, acknowledgedAt, clearedAt }: Pick<KnownAlert, 'raisedAt' | 'acknowledgedAt' | 'clearedAt'>,
  now: number,
): number => alertRetryMs(now - Math.max(raisedAt, acknowledgedAt ?? 0, clearedAt ?? 0));

/** All SQL on a room's alerts. */
export class AlertRows implements Outbox<Announcement> {
  constructor(
    private readonly sql: RoomSql,
    private readonly meta: Meta,
  ) {}

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
  list({ after, limit }: AlertPage, since: number): KnownAlert[] {
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
      .map((row) => z.parse(KnownAlertSchema, row));
  }

  /** The alert with this id, ended or not. */
  find(alertId: string): KnownAlert | undefined {
    const [row] = this.sql.exec(`SELECT ${ALL_COLUMNS} FROM alerts WHERE alert_id = ?`, alertId);
    return row === undefined ? undefined : z.parse(KnownAlertSchema, row);
  }

  /** Inserts or replaces the alert. The hub is told of it at `now`. */
  put(alert: AlertRow, now: number): void {
    this.sql.exec(PUT, ...valuesOf(ALERTS, { ...alert, clearedAt: null, announceAt: now }));
  }

  setNote(alertId: string, note: string | null): void {
    this.sql.exec('UPDATE alerts SET note = ? WHERE alert_id = ?', note, alertId);
  }

  /** Ends the alert. The hub is told of it at the same time. */
  clear(alertId: string, clearedAt: number): void {
    this.sql.exec(
      'UPDATE alerts SET cleared_at = ?, announce_at = ? WHERE alert_id = ?',
      clearedAt,
      clearedAt,
      alertId,
    );
  }

  next(): Announcement | undefined {
    if (this.mustTellAll) return { alerts: this.open().map((alert) => ({ ...alert, clearedAt: null })), isAll: true };
    const alerts = this.sql
      .exec(
        `SELECT ${ALL_COLUMNS} FROM alerts WHERE announce_at IS NOT NULL ORDER BY raised_at, cleared_at LIMIT ?`,
        ALERTS_PER_ANNOUNCEMENT,
      )
      .map((row) => z.parse(KnownAlertSchema, row));
    return alerts.length === 0 ? undefined : { alerts, isAll: false };
  }

  /** Called when the room was restored: the hub may know of alerts that the room does not, or of their ends. */
  tellAllFrom(at: number): void {
    this.meta.set(TELL_ALL_AT, String(at));
  }

  private get mustTellAll(): boolean {
    return this.meta.get(TELL_ALL_AT) !== undefined;
  }

  get dueAt(): number | undefined {
    const tellAllAt = this.meta.get(TELL_ALL_AT);
    if (tellAllAt !== undefined) return Number(tellAllAt);
    const [row] = this.sql.exec('SELECT min(announce_at) AS dueAt FROM alerts WHERE announce_at IS NOT NULL');
    return z.parse(DueRowSchema, row).dueAt ?? undefined;
  }

  done({ alerts, isAll }: Announcement): void {
    this.sql.transaction(() => {
      // The room can have been restored while the hub was told of some.
      if (isAll) this.meta.delete(TELL_ALL_AT);
      for (const { alertId, acknowledgedAt, clearedAt } of alerts) {
        this.sql.exec(
          'UPDATE alerts SET announce_at = NULL WHERE alert_id = ? AND acknowledged_at IS ? AND cleared_at IS ?',
          alertId,
          acknowledgedAt,
          clearedAt,
        );
      }
    });
  }

  postpone(now: number): number {
    const [first] = this.next()?.alerts ?? [];
    const waitMs = first === undefined ? MINUTE_MS : retryMsOf(first, now);
    if (this.mustTellAll) this.tellAllFrom(now + waitMs);
    this.sql.exec('UPDATE alerts SET announce_at = ? WHERE announce_at IS NOT NULL', now + waitMs);
    return waitMs;
  }

  prune(before: number): void {
    this.sql.exec('DELETE FROM alerts WHERE cleared_at < ?', before);
  }
}
