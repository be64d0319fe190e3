import { MINUTE_MS } from '../limits';
import type { OverPeriod } from './figures';

/** Whether so many are more than are allowed in; 0 and null are no limit. */
export const isOver = (occupancy: number, capacity: number | null): boolean =>
  capacity !== null && capacity > 0 && occupancy > capacity;

/** When a capacity was exceeded: interruptions of less than a minute do not end a period. */
export class OverPeriods {
  readonly list: OverPeriod[] = [];
  private isOpen = false;

  /** From `at` on (epoch ms), so many are in and so many may be. */
  update(at: number, occupancy: number, capacity: number | null): void {
    if (capacity === null || !isOver(occupancy, capacity)) return this.end(at);
    const last = this.list.at(-1);
    if (last !== undefined && (this.isOpen || at - last.to < MINUTE_MS)) {
      last.peak = Math.max(last.peak, occupancy);
      last.capacity = Math.min(last.capacity, capacity);
    } else {
      this.list.push({ from: at, to: at, peak: occupancy, capacity });
    }
    this.isOpen = true;
  }

  end(at: number): void {
    const last = this.list.at(-1);
    if (this.isOpen && last !== undefined) last.to = at;
    this.isOpen = false;
  }
}
