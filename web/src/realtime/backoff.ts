import { RECONNECT_BASE_MS, RECONNECT_MAX_MS } from '../../../src/shared/limits';

/**
 * The wait before the next attempt: 1 s × 2^failures, at most 20 s, of which a random half is taken off, so that the
 * devices of a venue do not come back all at once.
 * @param random in [0, 1)
 */
export function backoffMs(failures: number, random: number): number {
  const fullMs = Math.min(RECONNECT_BASE_MS * 2 ** failures, RECONNECT_MAX_MS);
  return fullMs * (1 - random / 2);
}
