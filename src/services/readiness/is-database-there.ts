import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client';
import { Kept } from '../../concurrency/kept';

/** By binding: an isolate has one; tests have some that are broken. */
const answers = new WeakMap<object, Kept<boolean>>();

interface Ports {
  db: Database;
  /** What is known about the database. */
  binding: object;
  /** Epoch ms. */
  now: () => number;
  onFailure: (error: unknown) => void;
}

/** Whether D1 answers. It is asked at most once a second, however many callers there are. */
export async function isDatabaseThere({ db, binding, now, onFailure }: Ports): Promise<boolean> {
  const kept = answers.get(binding) ?? new Kept<boolean>({ keptMs: 1_000, waitMs: 4_000 });
  answers.set(binding, kept);
  const isThere = await kept.read(now, async () => {
    try {
      await db.get(sql`SELECT 1`);
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  });
  return isThere ?? false;
}
