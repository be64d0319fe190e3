/** At most `limit` attempts in any `windowMs`. */
export interface AttemptLimit {
  limit: number;
  windowMs: number;
}

/** Attempts that are counted together: those of `sliceMs` from `sliceStartsAt`, in epoch ms. */
export interface AttemptSlice {
  sliceStartsAt: number;
  count: number;
}

/** The precision of counting: an attempt may be forgotten up to this much late. */
export const ATTEMPT_SLICE_MS = 60_000;

export const sliceOf = (now: number): number => now - (now % ATTEMPT_SLICE_MS);

/** When a slice no longer counts. */
const forgottenAt = (slice: AttemptSlice, { windowMs }: AttemptLimit): number =>
  slice.sliceStartsAt + ATTEMPT_SLICE_MS + windowMs;

/** How long until one more attempt is allowed; 0 for now. Slices come in any order; those too old are ignored. */
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
