/**
 * The pause between two pages of a ledger, in ms. Local workerd reads its sockets only while none of its timers is due,
 * so with a shorter pause all devices would wait until the last page (docs/evidence/performance.md).
 */
const PAUSE_MS = 1;

/** Pauses between two parts of long work, so that the room can count taps in the meantime. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
