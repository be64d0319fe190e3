import { MINUTE_MS, SLOT_MS } from '../../shared/limits';
import type { Intervals, ReportInterval } from '../../shared/schemas/report';
import type { DayFigures, SubjectFigures } from '../figures';

/** A day's place among the intervals of all days: `count` intervals, the first one at index `first`. */
interface DayGrid {
  figures: DayFigures;
  first: number;
  count: number;
}

/** The intervals of a report. Each business day begins with a new interval, even where clocks change. */
export class IntervalGrid {
  readonly days: DayGrid[] = [];
  /** The starts of all intervals, epoch ms. */
  readonly starts: number[] = [];
  private readonly intervalMs: number;

  constructor(figures: readonly DayFigures[], interval: ReportInterval) {
    this.intervalMs = interval * MINUTE_MS;
    for (const day of figures) {
      const { startsAt, endsAt, until } = day;
      const ms = until - startsAt;
      // While the day is running, the interval that contains the present moment is included.
      const count = until < endsAt ? Math.floor(ms / this.intervalMs) + 1 : Math.ceil(ms / this.intervalMs);
      this.days.push({ figures: day, first: this.starts.length, count });
      for (let index = 0; index < count; index++) this.starts.push(startsAt + index * this.intervalMs);
    }
  }

  /** Returns the intervals of one subject (an area or the venue) as columns. Days without the subject hold zeros. */
  columns(subjectOf: (day: DayFigures) => SubjectFigures | undefined): Intervals {
    const zeros = () => this.starts.map(() => 0);
    const columns: Intervals = {
      ins: zeros(),
      outs: zeros(),
      min: zeros(),
      max: zeros(),
      end: zeros(),
      capacity: this.starts.map(() => null),
    };
    for (const day of this.days) {
      const subject = subjectOf(day.figures);
      if (subject !== undefined) this.enter(columns, day, subject);
    }
    return columns;
  }

  private enter(
    columns: Intervals,
    { figures, first, count }: DayGrid,
    { opening, slots, capacities }: SubjectFigures,
  ) {
    const slotsPerInterval = this.intervalMs / SLOT_MS;
    let occupancy = opening;
    let [slot, limit] = [0, 0];
    let capacity: number | null = null;
    for (let index = 0; index < count; index++) {
      const at = first + index;
      let [min, max] = [occupancy, occupancy];
      for (
        let next = slots[slot];
        next !== undefined && next[0] < (index + 1) * slotsPerInterval;
        next = slots[++slot]
      ) {
        columns.ins[at] = (columns.ins[at] ?? 0) + next[1];
        columns.outs[at] = (columns.outs[at] ?? 0) + next[2];
        min = Math.min(min, next[3]);
        max = Math.max(max, next[4]);
        occupancy = next[5];
      }
      const end = Math.min(figures.startsAt + (index + 1) * this.intervalMs, figures.endsAt);
      for (let next = capacities[limit]; next !== undefined && next.at < end; next = capacities[++limit]) {
        capacity = next.capacity;
      }
      columns.min[at] = min;
      columns.max[at] = max;
      columns.end[at] = occupancy;
      columns.capacity[at] = limitOrNull(capacity);
    }
  }
}

/** Stored figures write no limit as 0 or null; a report writes it as null only. */
export const limitOrNull = (capacity: number | null): number | null => (capacity === 0 ? null : capacity);
