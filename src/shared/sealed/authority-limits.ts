/** A limit of an authority while neither its number nor the staff changed. Times are epoch ms, durations are seconds. */
export interface LimitVersion {
  /** How many people it allows, staff included; null from when it was removed. */
  capacity: number | null;
  /** How many of them are staff, whom the doors do not count. */
  staff: number;
  /** The most people whom the doors counted, and since when; null if nobody was inside. */
  peak: number;
  peakAt: number | null;
  secondsAbove: number;
}

/**
 * The most people whom the doors may count under a limit: its number without staff, because a limit counts everybody.
 * The safety margin is the organizer's own and does not change a limit (docs/product.md, D13).
 */
export const countedAtMost = ({ capacity, staff }: Pick<LimitVersion, 'capacity' | 'staff'>): number | null =>
  capacity === null ? null : Math.max(0, capacity - staff);

/** Whether there were more people than the limit allows. */
export function isExceeded(version: Pick<LimitVersion, 'capacity' | 'staff' | 'peak'>): boolean {
  const most = countedAtMost(version);
  return most !== null && version.peak > most;
}

/** What became of one number of a limit: all versions that have it, and the one with the most people. */
export interface LimitResult {
  capacity: number;
  secondsAbove: number;
  isExceeded: boolean;
  worst: LimitVersion;
}

/** Returns the numbers that a limit had, in order. A number that only had different staff or wordings is one. */
export function limitResults(history: readonly LimitVersion[]): LimitResult[] {
  const numbers = new Set(history.flatMap(({ capacity }) => capacity ?? []));
  return [...numbers].flatMap((capacity) => {
    const versions = history.filter((version) => version.capacity === capacity);
    const people = ({ peak, staff }: LimitVersion) => peak + staff;
    const [worst] = versions.toSorted((a, b) => people(b) - people(a));
    if (worst === undefined) return [];
    const secondsAbove = versions.reduce((sum, version) => sum + version.secondsAbove, 0);
    return { capacity, secondsAbove, isExceeded: versions.some(isExceeded), worst };
  });
}
