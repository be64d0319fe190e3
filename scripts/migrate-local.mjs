import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { fail } from './command.ts';
import { openState, stateDir, wranglerEnv } from './state.mjs';

/**
 * Applies the migrations that the local database lacks, and notes them as `wrangler d1 migrations apply --local` does.
 * That command starts a runtime for each migration, which took 16 seconds.
 */
openState();
// wrangler reads these settings when it is loaded.
Object.assign(process.env, wranglerEnv);
const { unstable_readConfig: readConfig, unstable_splitSqlQuery: splitSqlQuery } = await import('wrangler');
const [database] = readConfig({ config: 'wrangler.toml' }).d1_databases;
if (database?.database_id === undefined || database.migrations_dir === undefined) {
  throw new Error('wrangler.toml names no database with migrations.');
}
const { database_id: DB, migrations_dir: folder } = database;
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .toSorted();

/** What to do with a folder that lacks the first migration, but has others: a version before 1.0 made it. */
const BEFORE_1_0 = `${stateDir} holds the data of a version before 1.0, which this version cannot read. Nothing in it was changed.
Move the folder away, or name another one in STATE_DIR, and start again. To read the old data, start the version that wrote it.`;
let isBefore1 = false;

const runtime = new Miniflare(
  convertV4MiniflareOptions({
    cf: false,
    log: new Log(LogLevel.WARN),
    // wrangler stores its state in the same folder (`--persist-to`).
    resourcePersistencePath: join(stateDir, 'v3'),
    workers: [{ modules: true, script: '', d1Databases: { DB } }],
  }),
);
try {
  const db = await runtime.getD1Database('DB');
  await db
    .prepare(
      `CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
         applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`,
    )
    .run();
  const { results } = await db.prepare('SELECT name FROM d1_migrations').all();
  const applied = new Set(results.map(({ name }) => name));
  isBefore1 = applied.size > 0 && !applied.has(files[0]);
  for (const name of isBefore1 ? [] : files.filter((file) => !applied.has(file))) {
    const statements = splitSqlQuery(readFileSync(join(folder, name), 'utf8')).map((query) => db.prepare(query));
    // One batch, so that a migration is applied whole and noted, or not at all.
    await db.batch([...statements, db.prepare('INSERT INTO d1_migrations (name) VALUES (?)').bind(name)]);
  }
} finally {
  await runtime.dispose();
}
if (isBefore1) fail(BEFORE_1_0);
