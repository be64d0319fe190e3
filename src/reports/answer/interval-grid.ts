import { MINUTE_MS, SLOT_MS } from '../../shared/limits';
import type { Intervals, ReportInterval } from '../../shared/schemas/report';
import type { DayFigures, SubjectFigures } from '../figures';

/** The position of a day's intervals among those of all days. */
interface DayGrid {
  figures: DayFigures;
  first: number;
  count: number;
}

/** A report's intervals: each day begins with an interval of its own, even where clocks change. */
export class IntervalGrid {
  readonly days: DayGrid[] = [];
  /** Epoch ms. */
  readonly starts: number[] = [];
  private readonly intervalMs: number;

  constructor(figures: readonly DayFigures[], interval: ReportInterval) {
    this.intervalMs = interval * MINUTE_MS;
    for (const day of figures) {
      const { startsAt, endsAt, until } = day;
      const ms = until - startsAt;
      // While the day is running, the present moment belongs to an interval, too.
      const count = until < endsAt ? Math.floor(ms / this.intervalMs) + 1 : Math.ceil(ms / this.intervalMs);
      this.days.push({ figures: day, first: this.starts.length, count });
      for (let index = 0; index < count; index++) this.starts.push(startsAt + index * this.intervalMs);
    }
  }

  /** As columns, from a subject's figures of each day; days without the subject hold zeros. */
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

/** In a report only null means no limit. */
export const limitOrNull = (capacity: number | null): number | null => (capacity === 0 ? null : capacity);
