import { PAUSE_MS } from '../shared/limits';

/** Pauses between two parts of long work, so that the room can count taps in the meantime. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
