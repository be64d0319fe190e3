import { RECONNECT_BASE_MS, RECONNECT_MAX_MS } from '../../../../src/shared/protocol/limits';

/**
 * Returns the wait before the next attempt, in ms: 1 s × 2^failures, at most 20 s, less a random part of up to half. So
 * a venue's devices do not all reconnect at once (docs/product.md, R5).
 * @param random a number in [0, 1)
 */
export function backoffMs(failures: number, random: number): number {
  const fullMs = Math.min(RECONNECT_BASE_MS * 2 ** failures, RECONNECT_MAX_MS);
  return fullMs * (1 - random / 2);
}
