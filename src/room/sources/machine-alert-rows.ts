import * as z from 'zod/mini';
import { type MachineTrouble, MachineTroubleSchema, SILENT } from '../../shared/machines/trouble';
import { insertInto, type Row, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { MACHINE_ALERTS } from '../../stored/tables';
import type { Outbox } from '../delivery';
import { ALERTS_PER_ANNOUNCEMENT } from '../limits';
import { retryMsOf } from '../live/alert-rows';
import type { RoomSql } from '../ports';

const { announceAt: _announceAt, ...KNOWN } = MACHINE_ALERTS;

/** An alert about a source whose people are missing or wrong, open or ended. Times are epoch ms. */
export type MachineAlert = Readonly<Omit<Row<typeof KNOWN>, 'trouble'>> & { readonly trouble: MachineTrouble };

const RowSchema = rowSchema(KNOWN);
const COLUMNS = selectList(KNOWN);
const SELECT = `SELECT ${COLUMNS} FROM machine_alerts`;
const PUT = insertInto('machine_alerts', MACHINE_ALERTS, 'OR REPLACE ');
const DueRowSchema = z.object({ dueAt: z.nullable(z.int()) });

/** All SQL on a room's alerts about sources. */
export class MachineAlertRows implements Outbox<readonly MachineAlert[]> {
  constructor(private readonly sql: RoomSql) {}

  open(): MachineAlert[] {
    return this.read(`${SELECT} WHERE cleared_at IS NULL ORDER BY raised_at, alert_id`);
  }

  /** Those that are open or ended after `since` (epoch ms), newest first. */
  list(since: number, limit: number): MachineAlert[] {
    return this.read(
      `${SELECT} WHERE cleared_at IS NULL OR cleared_at > ? ORDER BY raised_at DESC, alert_id DESC LIMIT ?`,
      since,
      limit,
    );
  }

  find(alertId: string): MachineAlert | undefined {
    return this.read(`${SELECT} WHERE alert_id = ?`, alertId)[0];
  }

  /** Inserts or replaces it. The hub is told of it at `announceAt` (epoch ms); null if it knows it like this. */
  put({ trouble, ...alert }: MachineAlert, announceAt: number | null): void {
    const stored = trouble.kind === 'silent' ? null : JSON.stringify(trouble);
    this.sql.exec(PUT, ...valuesOf(MACHINE_ALERTS, { ...alert, trouble: stored, announceAt }));
  }

  setNote(alertId: string, note: string | null): void {
    this.sql.exec('UPDATE machine_alerts SET note = ? WHERE alert_id = ?', note, alertId);
  }

  next(): readonly MachineAlert[] | undefined {
    const query = `${SELECT} WHERE announce_at IS NOT NULL ORDER BY raised_at, cleared_at LIMIT ?`;
    const some = this.read(query, ALERTS_PER_ANNOUNCEMENT);
    return some.length === 0 ? undefined : some;
  }

  get dueAt(): number | undefined {
    const [row] = this.sql.exec('SELECT min(announce_at) AS dueAt FROM machine_alerts WHERE announce_at IS NOT NULL');
    return z.parse(DueRowSchema, row).dueAt ?? undefined;
  }

  done(alerts: readonly MachineAlert[]): void {
    this.sql.transaction(() => {
      for (const { alertId, acknowledgedAt, clearedAt } of alerts)
        this.sql.exec(
          'UPDATE machine_alerts SET announce_at = NULL WHERE alert_id = ? AND acknowledged_at IS ? AND cleared_at IS ?',
          alertId,
          acknowledgedAt,
          clearedAt,
        );
    });
  }

  postpone(now: number): number {
    const [first] = this.next() ?? [];
    const waitMs = first === undefined ? 0 : retryMsOf(first, now);
    this.sql.exec('UPDATE machine_alerts SET announce_at = ? WHERE announce_at IS NOT NULL', now + waitMs);
    return waitMs;
  }

  prune(before: number): void {
    this.sql.exec('DELETE FROM machine_alerts WHERE cleared_at < ?', before);
  }

  private read(query: string, ...bindings: (string | number)[]): MachineAlert[] {
    return this.sql.exec(query, ...bindings).map((row) => {
      const { trouble, ...alert } = z.parse(RowSchema, row);
      return { ...alert, trouble: trouble === null ? SILENT : z.parse(MachineTroubleSchema, JSON.parse(trouble)) };
    });
  }
}
