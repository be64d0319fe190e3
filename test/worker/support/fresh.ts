import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

const ATTEMPTS = 5;

/** What the migrations come to: half as many statements. Known once they have run. */
let tables: string[] | undefined;

/**
 * Empties rooms, hubs and D1. About one reset in 250 silently leaves D1 as it was. Therefore the tables are created
 * unconditionally: existing rows of an earlier test cause an error here, and another reset removes them.
 */
export async function startAfresh(): Promise<void> {
  const queries = tables ?? env.TEST_MIGRATIONS.flatMap((migration) => migration.queries);
  for (let attempt = 1; ; attempt++) {
    await reset();
    try {
      await env.DB.batch(queries.map((query) => env.DB.prepare(query)));
      tables ??= await schema();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function schema(): Promise<string[]> {
  const { results } = await env.DB.prepare(
    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB '_cf_*' ORDER BY rowid",
  ).all<{ sql: string }>();
  return results.map(({ sql }) => sql);
}
