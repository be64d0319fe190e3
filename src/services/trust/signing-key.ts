import { eq } from 'drizzle-orm';
import type { Database } from '../../db/client';
import { signingKeys } from '../../db/schema';
import { newToken } from '../../lib/ids';

/** Signs what devices and join links show: each kind of text begins with a word of its own. */
const NAME = 'trust';

let known: string | undefined;

/**
 * The installation's own key, hex. It is made by whoever needs it first and stays in D1, so that no operator has to set one; an
 * isolate asks once.
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
