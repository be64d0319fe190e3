import { RECONNECT_BASE_MS, RECONNECT_MAX_MS } from '../../../../src/shared/limits';

/**
 * The wait before the next attempt: 1 s × 2^failures, at most 20 s, minus a random part of up to a half, so that the
 * devices of a venue do not come back all at once (docs/product.md, R5).
 * @param random in [0, 1)
 */
export function backoffMs(failures: number, random: number): number {
  const fullMs = Math.min(RECONNECT_BASE_MS * 2 ** failures, RECONNECT_MAX_MS);
  return fullMs * (1 - random / 2);
}
