import { MINUTE_MS } from '../../shared/durations';
import type { OverPeriod } from '../figures';

/** An area's capacity and the venue's are 0 or null for no limit; everywhere behind this it is null alone. */
export const limitOrNull = (capacity: number | null): number | null => (capacity === 0 ? null : capacity);

/** Whether the occupancy is higher than the most people allowed; null for no limit. */
export const isOver = (occupancy: number, most: number | null): boolean => most !== null && occupancy > most;

/** People and the capacity that they exceeded. */
type Excess = Pick<OverPeriod, 'peak' | 'capacity'>;

/**
 * Sets the people and the capacity of a period to those of another moment in which the share of the capacity was higher.
 * So both are of one moment, also if the capacity changes meanwhile.
 */
export function keepWorse(period: Excess, { peak, capacity }: Excess): void {
  // With more staff than allowed, both capacities are 0, and no share is higher than another.
  const isWorse = capacity === period.capacity ? peak > period.peak : peak * period.capacity > period.peak * capacity;
  if (!isWorse) return;
  period.peak = peak;
  period.capacity = capacity;
}

/**
 * Collects the periods in which the occupancy exceeded the capacity. A break of less than a minute does not end a
 * period and is not part of its `aboveMs`.
 */
export class OverPeriods {
  readonly list: OverPeriod[] = [];
  /** Since when the capacity has been exceeded without a break, epoch ms; null while it is not exceeded. */
  private since: number | null = null;

  /** Sets the occupancy and the capacity that apply from `at` (epoch ms) on; null for no limit. */
  update(at: number, occupancy: number, capacity: number | null): void {
    if (capacity === null || !isOver(occupancy, capacity)) return this.end(at);
    const last = this.list.at(-1);
    if (last !== undefined && (this.since !== null || at - last.to < MINUTE_MS)) {
      keepWorse(last, { peak: occupancy, capacity });
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
