import { emptyDatabase } from './database.ts';
import { abortAll, forgetAll, placeBehind } from './objects.ts';

/** What `cloudflare:test` is for the rooms' tests in Node. */

export const runInDurableObject = <T>(stub: object, work: (object: object, state: object) => T) =>
  placeBehind(stub).within(work);
export const evictDurableObject = (stub: object) => placeBehind(stub).evict();
export const runDurableObjectAlarm = (stub: object) => placeBehind(stub).ring();
export const abortAllDurableObjects = abortAll;

/** Ends all objects and empties their storage and the database. */
export async function reset(): Promise<void> {
  await abortAll();
  forgetAll();
  emptyDatabase();
}
