const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*'`;

/** All rows of a room's tables. */
export type RoomCopy = [table: string, rows: Record<string, SqlStorageValue>[]][];

export const copyOf = ({ sql }: DurableObjectStorage): RoomCopy =>
  sql
    .exec<{ name: string }>(TABLES)
    .toArray()
    .map(({ name }) => [name, sql.exec(`SELECT * FROM ${name}`).toArray()]);

export const putBack = (storage: DurableObjectStorage, copy: RoomCopy): void =>
  storage.transactionSync(() => {
    for (const [table, rows] of copy) {
      storage.sql.exec(`DELETE FROM ${table}`);
      for (const row of rows) {
        const columns = Object.keys(row);
        const marks = columns.map(() => '?').join(', ');
        const names = columns.map((column) => `"${column}"`).join(', ');
        storage.sql.exec(`INSERT INTO ${table} (${names}) VALUES (${marks})`, ...Object.values(row));
      }
    }
  });

/** The name of the copy with this index: a later one sorts after all earlier ones, as Cloudflare's bookmarks do. */
export const bookmarkOf = (index: number): string => index.toString(16).padStart(8, '0');
