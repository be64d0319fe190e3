import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client';
import { signingKeys } from '../../db/schema';
import { newToken } from '../../crypto/ids';

/** The name of the key that signs device cookies and join links. Each kind of text begins with its own word. */
const NAME = 'trust';

let known: string | undefined;

const read = async (db: Database): Promise<string | undefined> =>
  (await db.select({ key: signingKeys.key }).from(signingKeys).where(eq(signingKeys.name, NAME)).get())?.key;

/**
 * Returns the installation's signing key, in hex. The first call creates it in D1, so that no operator has to set one.
 * Each isolate reads it once. It writes only if there is no key: after a deployment all devices return to new isolates.
 */
export async function signingKey(db: Database, now: number): Promise<string> {
  if (known !== undefined) return known;
  let key = await read(db);
  if (key === undefined) {
    await db.insert(signingKeys).values({ name: NAME, key: newToken(), createdAt: now }).onConflictDoNothing();
    // Another isolate may have been faster, so the row decides.
    key = await read(db);
  }
  if (key === undefined) throw new Error('D1 does not return the signing key that it has just stored');
  known = key;
  return key;
}

/** Forgets the key, because the database was restored with another one. */
export function forgetSigningKey(): void {
  known = undefined;
}
