import { MINUTE_MS } from '../../shared/durations';
import { SLOT_MS } from '../../shared/reports/limits';
import type { Intervals, ReportInterval } from '../../shared/schemas/report';
import { limitOrNull } from '../days/over-periods';
import type { DayFigures, SubjectFigures } from '../figures';
import { capacityBefore } from './capacity-history';

/** A day's place among the intervals of all days: `count` intervals, the first one at index `first`. */
export interface DayPlace {
  startsAt: number;
  endsAt: number;
  first: number;
  count: number;
  /** How long its intervals are; the last one ends with the day. */
  intervalMs: number;
}

/** The intervals of a report. Each business day begins with a new interval, even where clocks change. */
export class IntervalGrid {
  /** The starts of all intervals, epoch ms. */
  readonly starts: number[] = [];

  constructor(private readonly interval: ReportInterval) {}

  /** Appends the intervals of the next day. An interval of a day is as long as its business day, with 23 hours or 25. */
  add({ startsAt, endsAt, until }: DayFigures): DayPlace {
    const intervalMs = this.interval === 'day' ? endsAt - startsAt : this.interval * MINUTE_MS;
    const ms = until - startsAt;
    // While the day is running, the interval that contains the present moment is included.
    const count = until < endsAt ? Math.floor(ms / intervalMs) + 1 : Math.ceil(ms / intervalMs);
    const first = this.starts.length;
    for (let index = 0; index < count; index++) this.starts.push(startsAt + index * intervalMs);
    return { startsAt, endsAt, first, count, intervalMs };
  }
}

/** The intervals of one subject (an area or the venue) as columns. Days without the subject hold zeros. */
export class IntervalColumns {
  private readonly columns: Intervals = { ins: [], outs: [], min: [], max: [], end: [], capacity: [] };

  /** Appends the intervals of a day. Days must come in order. */
  add({ startsAt, endsAt, first, count, intervalMs }: DayPlace, { opening, slots, capacities }: SubjectFigures): void {
    this.fillTo(first);
    const slotsPerInterval = intervalMs / SLOT_MS;
    let occupancy = opening;
    let slot = 0;
    for (let index = 0; index < count; index++) {
      let [ins, outs, min, max] = [0, 0, occupancy, occupancy];
      const end = Math.min(startsAt + (index + 1) * intervalMs, endsAt);
      let capacity = capacityBefore(end, capacities, startsAt + index * intervalMs);
      for (
        let next = slots[slot];
        next !== undefined && next[0] < (index + 1) * slotsPerInterval;
        next = slots[++slot]
      ) {
        ins += next[1];
        outs += next[2];
        min = Math.min(min, next[3]);
        if (next[4] > max) {
          max = next[4];
          // An interval without anybody inside has no such moment.
          if (max > 0) capacity = next[6] ?? capacityBefore(end, capacities, startsAt + next[0] * SLOT_MS);
        }
        occupancy = next[5];
      }
      this.push(ins, outs, min, max, occupancy, limitOrNull(capacity));
    }
  }

  /** Returns the columns, each with `count` entries. */
  finish(count: number): Intervals {
    this.fillTo(count);
    return this.columns;
  }

  private fillTo(count: number): void {
    while (this.columns.ins.length < count) this.push(0, 0, 0, 0, 0, null);
  }

  private push(ins: number, outs: number, min: number, max: number, end: number, capacity: number | null): void {
    this.columns.ins.push(ins);
    this.columns.outs.push(outs);
    this.columns.min.push(min);
    this.columns.max.push(max);
    this.columns.end.push(end);
    this.columns.capacity.push(capacity);
  }
}
