import { reset } from 'cloudflare:test';
import { env } from 'cloudflare:workers';

const ATTEMPTS = 5;

/**
 * Empties rooms, hubs and D1. One reset in some 250 leaves D1 as it was, and says nothing. So the tables are made without asking
 * which there are: rows of an earlier test are an error here, and another reset takes them away.
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
