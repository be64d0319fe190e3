import * as z from 'zod/mini';
import { insertInto, type Row, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { SILENCES } from '../../stored/tables';
import type { RoomSql } from '../ports';

const { announceAt: _announceAt, ...KNOWN_SILENCE } = SILENCES;

/** An alert about a silent source, open or ended. Times are epoch ms. */
export type Silence = Readonly<Row<typeof KNOWN_SILENCE>>;

const SilenceSchema = rowSchema(KNOWN_SILENCE);
const COLUMNS = selectList(KNOWN_SILENCE);
const SELECT = `SELECT ${COLUMNS} FROM silences`;
const PUT = insertInto('silences', SILENCES, 'OR REPLACE ');
const DueRowSchema = z.object({ dueAt: z.nullable(z.int()) });

/** All SQL on a room's alerts about silent sources. */
export class SilenceRows {
  constructor(private readonly sql: RoomSql) {}

  open(): Silence[] {
    return this.read(`${SELECT} WHERE cleared_at IS NULL ORDER BY raised_at, silence_id`);
  }

  /** Those that are open or ended after `since` (epoch ms), newest first. */
  list(since: number, limit: number): Silence[] {
    return this.read(
      `${SELECT} WHERE cleared_at IS NULL OR cleared_at > ? ORDER BY raised_at DESC, silence_id DESC LIMIT ?`,
      since,
      limit,
    );
  }

  find(silenceId: string): Silence | undefined {
    return this.read(`${SELECT} WHERE silence_id = ?`, silenceId)[0];
  }

  /** Inserts or replaces it. The hub is told of it at `announceAt` (epoch ms); null if it knows it like this. */
  put(silence: Silence, announceAt: number | null): void {
    this.sql.exec(PUT, ...valuesOf(SILENCES, { ...silence, announceAt }));
  }

  setNote(silenceId: string, note: string | null): void {
    this.sql.exec('UPDATE silences SET note = ? WHERE silence_id = ?', note, silenceId);
  }

  /** Those of which the hub does not know the present state, in the order in which they were raised. */
  unannounced(limit: number): Silence[] {
    return this.read(`${SELECT} WHERE announce_at IS NOT NULL ORDER BY raised_at, cleared_at LIMIT ?`, limit);
  }

  /** When the hub is told next; undefined when it knows everything. */
  get announcementDueAt(): number | undefined {
    const [row] = this.sql.exec('SELECT min(announce_at) AS dueAt FROM silences WHERE announce_at IS NOT NULL');
    return z.parse(DueRowSchema, row).dueAt ?? undefined;
  }

  /** Marks them as known to the hub. One that has changed since it was read still waits. */
  setAnnounced(silences: readonly Silence[]): void {
    this.sql.transaction(() => {
      for (const { silenceId, acknowledgedAt, clearedAt } of silences)
        this.sql.exec(
          'UPDATE silences SET announce_at = NULL WHERE silence_id = ? AND acknowledged_at IS ? AND cleared_at IS ?',
          silenceId,
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

  private read(query: string, ...bindings: (string | number)[]): Silence[] {
    return this.sql.exec(query, ...bindings).map((row) => z.parse(SilenceSchema, row));
  }
}
