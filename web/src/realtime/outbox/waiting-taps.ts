import { answerOf, openOutboxes } from './indexed-db';

/** Returns how many taps of any principal are stored on this device; 0 if storage fails. */
export async function countWaitingTaps(): Promise<number> {
  try {
    const database = await openOutboxes(() => undefined);
    const taps = await answerOf(database.transaction('taps').objectStore('taps').count());
    database.close();
    return taps;
  } catch {
    return 0;
  }
}
