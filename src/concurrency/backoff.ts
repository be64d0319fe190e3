import { HOUR_MS } from '../shared/durations';

const FIRST_DELAY_MS = 5_000;
const LONGEST_DELAY_MS = HOUR_MS;

/**
 * How many ms to wait after so many failed attempts: 5 s and twice as long with each, at most an hour. `random` in [0, 1)
 * takes up to half of it away, so that what failed together is not tried again together.
 */
export const retryDelayMs = (attempts: number, random: number): number =>
  Math.ceil(Math.min(FIRST_DELAY_MS * 2 ** attempts, LONGEST_DELAY_MS) * (1 - random / 2));
