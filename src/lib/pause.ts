import { PAUSE_MS } from '../shared/limits';

/** Between two parts of long work: whoever counts meanwhile has their turn. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
