import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

const ATTEMPTS = 5;

/**
 * Empties rooms, hubs and D1. About one reset in 250 silently leaves D1 as it was. Therefore the tables are created
 * unconditionally: existing rows of an earlier test cause an error here, and another reset removes them.
 */
export async function startAfresh(): Promise<void> {
  const migrations = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries).map((query) => env.DB.prepare(query));
  for (let attempt = 1; ; attempt++) {
    await reset();
    try {
      await env.DB.batch(migrations);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}
