/** Numbers in [0, 1) that a seed reproduces: mulberry32, a 32-bit generator in the public domain. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number in [low, high). */
export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

/** A whole number in [low, high]. */
export const wholeBetween = (random: Random, low: number, high: number): number =>
  Math.floor(between(random, low, high + 1));

export function pick<T>(random: Random, from: readonly T[]): T {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new Error('Nothing to pick from');
  return one;
}

/** The seed of this run: the given one, or one derived from the time, which the run prints. */
export const seedOf = (given: string | undefined): number => Number(given ?? Date.now() % 2 ** 31);
