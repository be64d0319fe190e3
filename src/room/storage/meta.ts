import * as z from 'zod/mini';
import type { RoomSql } from '../ports';

const MetaRowSchema = z.object({ key: z.string(), value: z.string() });

/** The table `meta`: single values of a room by key. */
export class Meta {
  constructor(private readonly sql: RoomSql) {}

  get(key: string): string | undefined {
    const [row] = this.sql.exec('SELECT key, value FROM meta WHERE key = ?', key);
    return row === undefined ? undefined : z.parse(MetaRowSchema, row).value;
  }

  set(key: string, value: string): void {
    this.sql.exec('INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)', key, value);
  }

  delete(key: string): void {
    this.sql.exec('DELETE FROM meta WHERE key = ?', key);
  }

  all(): Map<string, string> {
    const rows = this.sql.exec('SELECT key, value FROM meta').map((row) => z.parse(MetaRowSchema, row));
    return new Map(rows.map(({ key, value }) => [key, value]));
  }
}
