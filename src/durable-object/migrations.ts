import * as z from 'zod/mini';

/** The SQL storage of a Durable Object. */
export interface ObjectSql {
  /** Runs one SQL statement and returns its rows; a write returns none. */
  exec(query: string, ...bindings: (string | number | null)[]): unknown[];
  /** Runs `work` in a transaction. If `work` throws, the transaction is rolled back and the error is thrown on. */
  transaction<T>(work: () => T): T;
}

const VersionRowSchema = z.object({ value: z.coerce.number() });

/**
 * Brings the storage of a Durable Object to the newest schema. A migration that throws leaves the storage unchanged.
 * @param migrations only appended to: a released one is never edited
 * @throws {Error} a newer release wrote the storage, and may keep data where this release does not look
 */
export function applyMigrations(sql: ObjectSql, migrations: readonly string[]): void {
  sql.transaction(() => {
    sql.exec(
      'CREATE TABLE IF NOT EXISTS schema_version (id INTEGER PRIMARY KEY CHECK (id = 1), value INTEGER NOT NULL)',
    );
    const [row] = sql.exec('SELECT value FROM schema_version');
    const applied = row === undefined ? 0 : z.parse(VersionRowSchema, row).value;
    if (applied > migrations.length) throw new Error(`The storage's schema ${applied} is newer than this version`);
    for (const migration of migrations.slice(applied)) sql.exec(migration);
    if (applied < migrations.length) {
      sql.exec('INSERT OR REPLACE INTO schema_version (id, value) VALUES (1, ?)', migrations.length);
    }
  });
}
