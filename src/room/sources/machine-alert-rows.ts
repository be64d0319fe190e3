import * as z from 'zod/mini';
import { type MachineTrouble, MachineTroubleSchema, SILENT } from '../../shared/machines/trouble';
import { insertInto, type Row, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { MACHINE_ALERTS } from '../../stored/tables';
import type { RoomSql } from '../ports';

const { announceAt: _announceAt, ...KNOWN } = MACHINE_ALERTS;

/** An alert about a source whose people are missing or wrong, open or ended. Times are epoch ms. */
export type MachineAlert = Readonly<Omit<Row<typeof KNOWN>, 'trouble'>> & { readonly trouble: MachineTrouble };

const RowSchema = rowSchema(KNOWN);
const COLUMNS = selectList(KNOWN);
const SELECT = `SELECT ${COLUMNS} FROM silences`;
const PUT = insertInto('silences', MACHINE_ALERTS, 'OR REPLACE ');
const DueRowSchema = z.object({ dueAt: z.nullable(z.int()) });

/** All SQL on a room's alerts about sources. */
export class MachineAlertRows {
  constructor(private readonly sql: RoomSql) {}

  open(): MachineAlert[] {
    return this.read(`${SELECT} WHERE cleared_at IS NULL ORDER BY raised_at, silence_id`);
  }

  /** Those that are open or ended after `since` (epoch ms), newest first. */
  list(since: number, limit: number): MachineAlert[] {
    return this.read(
      `${SELECT} WHERE cleared_at IS NULL OR cleared_at > ? ORDER BY raised_at DESC, silence_id DESC LIMIT ?`,
      since,
      limit,
    );
  }

  find(alertId: string): MachineAlert | undefined {
    return this.read(`${SELECT} WHERE silence_id = ?`, alertId)[0];
  }

  /** Inserts or replaces it. The hub is told of it at `announceAt` (epoch ms); null if it knows it like this. */
  put({ trouble, ...alert }: MachineAlert, announceAt: number | null): void {
    const stored = trouble.kind === 'silent' ? null : JSON.stringify(trouble);
    this.sql.exec(PUT, ...valuesOf(MACHINE_ALERTS, { ...alert, trouble: stored, announceAt }));
  }

  setNote(alertId: string, note: string | null): void {
    this.sql.exec('UPDATE silences SET note = ? WHERE silence_id = ?', note, alertId);
  }

  /** Machine alerts whose present state the hub does not know, in the order in which they were raised. */
  unannounced(limit: number): MachineAlert[] {
    return this.read(`${SELECT} WHERE announce_at IS NOT NULL ORDER BY raised_at, cleared_at LIMIT ?`, limit);
  }

  /** When the hub is told next; undefined when it knows everything. */
  get announcementDueAt(): number | undefined {
    const [row] = this.sql.exec('SELECT min(announce_at) AS dueAt FROM silences WHERE announce_at IS NOT NULL');
    return z.parse(DueRowSchema, row).dueAt ?? undefined;
  }

  /** Marks them as known to the hub. One that has changed since it was read still waits. */
  setAnnounced(alerts: readonly MachineAlert[]): void {
    this.sql.transaction(() => {
      for (const { alertId, acknowledgedAt, clearedAt } of alerts)
        this.sql.exec(
          'UPDATE silences SET announce_at = NULL WHERE silence_id = ? AND acknowledged_at IS ? AND cleared_at IS ?',
          alertId,
          acknowledgedAt,
          clearedAt,
        );
    });
  }

  postponeAnnouncement(until: number): void {
    this.sql.exec('UPDATE silences SET announce_at = ? WHERE announce_at IS NOT NULL', until);
  }

  prune(before: number): void {
    this.sql.exec('DELETE FROM silences WHERE cleared_at < ?', before);
  }

  private read(query: string, ...bindings: (string | number)[]): MachineAlert[] {
    return this.sql.exec(query, ...bindings).map((row) => {
      const { trouble, ...alert } = z.parse(RowSchema, row);
      return { ...alert, trouble: trouble === null ? SILENT : z.parse(MachineTroubleSchema, JSON.parse(trouble)) };
    });
  }
}
