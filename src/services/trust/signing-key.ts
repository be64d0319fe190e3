import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client';
import { signingKeys } from '../../db/schema';
import { newToken } from '../../crypto/ids';

/** The key that signs device cookies and join links; each kind of text begins with a word of its own. */
const NAME = 'trust';

let known: string | undefined;

/**
 * The installation's own key, hex. Whoever needs it first creates it, and it stays in D1, so that no operator has to
 * set one. An isolate reads it once.
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
