import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client';
import { signingKeys } from '../../db/schema';
import { newToken } from '../../crypto/ids';

/** The name of the key that signs device cookies and join links. Each kind of text begins with its own word. */
const NAME = 'trust';

let known: string | undefined;

/**
 * Returns the installation's signing key, in hex. The first call creates it in D1, so that no operator has to set one.
 * Each isolate reads it once.
 */
export async function signingKey(db: Database, now: number): Promise<string> {
  if (known !== undefined) return known;
  const made = { name: NAME, key: newToken(), createdAt: now };
  const [, rows] = await db.batch([
    db.insert(signingKeys).values(made).onConflictDoNothing(),
    db.select({ key: signingKeys.key }).from(signingKeys).where(eq(signingKeys.name, NAME)),
  ]);
  known = rows[0]?.key ?? made.key;
  return known;
}

/** Forgets the key, because the database was restored with another one. */
export function forgetSigningKey(): void {
  known = undefined;
}
