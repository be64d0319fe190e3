/** A limit: at most `limit` attempts within any `windowMs`. */
export interface AttemptLimit {
  limit: number;
  windowMs: number;
}

/** The attempts within ATTEMPT_SLICE_MS from `sliceStartsAt`, epoch ms, which are counted together. */
export interface AttemptSlice {
  sliceStartsAt: number;
  count: number;
}

/** The length of a slice in ms: an attempt can count up to this much longer than the window. */
export const ATTEMPT_SLICE_MS = 60_000;

export const sliceOf = (now: number): number => now - (now % ATTEMPT_SLICE_MS);

/** Returns when a slice no longer counts, epoch ms. */
const forgottenAt = (slice: AttemptSlice, { windowMs }: AttemptLimit): number =>
  slice.sliceStartsAt + ATTEMPT_SLICE_MS + windowMs;

/** Returns how many ms to wait until another attempt is allowed. Slices can be in any order; old ones are ignored. */
export function waitMs(slices: readonly AttemptSlice[], limit: AttemptLimit, now: number): number {
  const counted = slices
    .filter((slice) => forgottenAt(slice, limit) > now)
    .toSorted((a, b) => a.sliceStartsAt - b.sliceStartsAt);
  let total = counted.reduce((sum, slice) => sum + slice.count, 0);
  let freeAt = now;
  for (const slice of counted) {
    if (total < limit.limit) break;
    total -= slice.count;
    freeAt = forgottenAt(slice, limit);
  }
  return freeAt - now;
}
