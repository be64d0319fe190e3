import { MINUTE_MS } from '../../shared/limits';
import type { OverPeriod } from '../figures';

/** Whether this is more than the capacity; 0 and null mean no limit. */
export const isOver = (occupancy: number, capacity: number | null): boolean =>
  capacity !== null && capacity > 0 && occupancy > capacity;

/**
 * Collects the periods when a capacity was exceeded. A break of less than a minute does not end a period and is not
 * part of its `aboveMs`.
 */
export class OverPeriods {
  readonly list: (OverPeriod & { aboveMs: number })[] = [];
  /** Since when it has been exceeded without a break; null while it is not. */
  private since: number | null = null;

  /** From `at` on (epoch ms) this is the occupancy and this the capacity. */
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
