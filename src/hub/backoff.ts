import { HOUR_MS } from '../shared/limits';

const FIRST_DELAY_MS = 5_000;
const LONGEST_DELAY_MS = HOUR_MS;

/**
 * How many ms to wait after `attempts` failed runs. `random` in [0, 1) spreads the retries of accounts that failed
 * together.
 */
export const retryDelayMs = (attempts: number, random: number): number =>
  Math.ceil(Math.min(FIRST_DELAY_MS * 2 ** attempts, LONGEST_DELAY_MS) * (1 - random / 2));
