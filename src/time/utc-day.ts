import { DAY_MS } from '../shared/durations';

/** Returns the number of the day of UTC since the epoch in which `at` (epoch ms) is. Limits of a day count by it. */
export const utcDay = (at: number): number => Math.floor(at / DAY_MS);
