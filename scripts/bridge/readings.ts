import type { Reading } from './formats.ts';

/** How many readings are kept for Headroom, and how many one call may have (docs/product.md, M10). */
const KEPT_MAX = 100;
const BETWEEN_MS = 60_000;

export interface Kept {
  reading: Reading;
  /** In ms, by a clock that nobody sets. */
  readAt: number;
}

const isFall = (before: Reading, after: Reading): boolean =>
  after.inTotal < before.inTotal || after.outTotal < before.outTotal;

/**
 * The readings of a camera that Headroom does not have yet. Totals need no more than the newest one, except where the
 * camera has begun again: then the last one before that has people whom no later one has. One a minute is kept, too, so
 * that after an outage people do not all count at its end.
 */
export class Readings {
  private kept: readonly Kept[] = [];

  get isEmpty(): boolean {
    return this.kept.length === 0;
  }

  /** In the order in which they were read. */
  list(): readonly Kept[] {
    return this.kept;
  }

  /** @param readAt in ms, by a clock that nobody sets */
  add(reading: Reading, readAt: number): void {
    const [newest, earlier] = [this.kept.at(-1), this.kept.at(-2)];
    const isNewestNeeded =
      newest === undefined ||
      earlier === undefined ||
      isFall(newest.reading, reading) ||
      isFall(earlier.reading, newest.reading) ||
      (newest.readAt - earlier.readAt >= BETWEEN_MS && this.kept.length < KEPT_MAX);
    this.kept = [...(isNewestNeeded ? this.kept : this.kept.slice(0, -1)), { reading, readAt }].slice(-KEPT_MAX);
  }

  clear(): void {
    this.kept = [];
  }
}
