import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client';
import { apiKeys } from '../../db/schema';

/** Loads the names of the account's API keys by their ids, also of keys that have ended and are still listed. */
export async function loadKeyNames(db: Database, ownerId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ keyId: apiKeys.keyId, name: apiKeys.name })
    .from(apiKeys)
    .where(eq(apiKeys.ownerId, ownerId));
  return new Map(rows.map(({ keyId, name }) => [keyId, name]));
}
