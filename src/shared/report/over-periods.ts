import { MINUTE_MS } from '../limits';
import type { OverPeriod } from './figures';

/** Whether so many are more than are allowed in; 0 and null are no limit. */
export const isOver = (occupancy: number, capacity: number | null): boolean =>
  capacity !== null && capacity > 0 && occupancy > capacity;

/** When a capacity was exceeded: a break of less than a minute does not end a period, and is not counted in its `aboveMs`. */
export class OverPeriods {
  readonly list: (OverPeriod & { aboveMs: number })[] = [];
  /** From when on it has been exceeded without a break; null while it is not. */
  private since: number | null = null;

  /** From `at` on (epoch ms), so many are in and so many may be. */
  update(at: number, occupancy: number, capacity: number | null): void {
    if (capacity === null || !isOver(occupancy, capacity)) return this.end(at);
    const last = this.list.at(-1);
    if (last !== undefined && (this.since !== null || at - last.to < MINUTE_MS)) {
      last.peak = Math.max(last.peak, occupancy);
      last.capacity = Math.min(last.capacity, capacity);
    } else {
      this.list.push({ from: at, to: at, aboveMs: 0, peak: occupancy, capacity });
    }
    this.since ??= at;
  }

  end(at: number): void {
    const last = this.list.at(-1);
    if (this.since !== null && last !== undefined) {
      last.to = at;
      last.aboveMs += at - this.since;
    }
    this.since = null;
  }
}
