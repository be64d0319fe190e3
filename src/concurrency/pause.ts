import { PAUSE_MS } from '../shared/limits';

/** Between two parts of long work, so that counting goes on meanwhile. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
