import { answerOf, openOutboxes } from './indexed-db';

/** How many taps of any principal wait on this device for a login; none when nothing can be stored. */
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
