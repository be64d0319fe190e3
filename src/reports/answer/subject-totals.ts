import { isoTimeOrNull } from '../../time/iso-time';
import type { ReportSubject } from '../../shared/schemas/report';
import type { Category } from '../../shared/schemas/category';
import { isOver, limitOrNull } from '../days/over-periods';
import type { DayFigures, SubjectFigures } from '../figures';
import { capacityFrom, type CapacityHistory } from './capacity-history';
import { CategoryTotals, type ColumnLimit } from './category-totals';
import { type DayPlace, IntervalColumns } from './interval-grid';
import { LimitTotals } from './limit-totals';
import { type ListLimit, OverList } from './over-list';

/** Converts seconds into minutes, rounded to a hundredth, so that readers can convert them back. */
const minutes = (seconds: number): number => Math.round((seconds * 100) / 60) / 100;

const SUMMED = ['ins', 'outs', 'movedIn', 'movedOut', 'floored', 'secondsBelowZero'] as const;

/** Adds up one area, or the venue, day by day. Only the sums and the intervals are kept. */
export class SubjectTotals {
  private readonly sums = { ins: 0, outs: 0, movedIn: 0, movedOut: 0, floored: 0, secondsBelowZero: 0 };
  private readonly secondsAbove: [number, number, number] = [0, 0, 0];
  private readonly capacities: CapacityHistory = [];
  private readonly intervals = new IntervalColumns();
  private readonly categories: CategoryTotals;
  private readonly over: OverList;
  private readonly limits: LimitTotals;
  private opening = 0;
  /** The first of the highest peaks. */
  private top: Pick<SubjectFigures, 'peak' | 'peakAt'> = { peak: -Infinity, peakAt: null };
  /** The newest of its days. */
  private newest: { startsAt: number; closing: number; goesOn: boolean } | null = null;

  constructor(overLimit: ListLimit, categoryLimit: ColumnLimit) {
    this.over = new OverList(overLimit);
    this.categories = new CategoryTotals(categoryLimit);
    this.limits = new LimitTotals(overLimit);
  }

  /** Adds the figures of a day. Days must come in order. */
  add(day: DayFigures, figures: SubjectFigures, place: DayPlace, isFirstDay: boolean): void {
    for (const name of SUMMED) this.sums[name] += figures[name];
    for (const [level, seconds] of figures.secondsAbove.entries()) {
      this.secondsAbove[level] = (this.secondsAbove[level] ?? 0) + seconds;
    }
    if (isFirstDay) this.opening = figures.opening;
    const { peak, peakAt } = figures;
    if (peak > this.top.peak) this.top = { peak, peakAt };
    for (const { at, capacity } of figures.capacities) capacityFrom(this.capacities, at, limitOrNull(capacity));
    this.over.add(day, { over: figures.over, seconds: figures.secondsAbove[2] });
    this.limits.add(day, figures);
    this.intervals.add(place, figures);
    this.categories.add(place, figures);
    const isRunning = day.until < day.endsAt;
    const { closing, capacities } = figures;
    const goesOn = isRunning && isOver(closing, limitOrNull(capacities.at(-1)?.capacity ?? null));
    this.newest = { startsAt: day.startsAt, closing, goesOn };
  }

  /**
   * @param lastDayAt when the report's last day begins; the subject may have been gone by then. Null without any day
   * @param intervals the number of the report's intervals
   * @param known the event's categories
   */
  finish(lastDayAt: number | null, intervals: number, known: readonly Category[]): ReportSubject {
    const { secondsBelowZero, ...sums } = this.sums;
    const [above75, above90, above100] = this.secondsAbove;
    const last = this.newest?.startsAt === lastDayAt ? this.newest : null;
    const categories = this.categories.finish(last !== null, intervals, known);
    return {
      capacity: this.capacities.at(-1)?.capacity ?? null,
      capacities: this.capacities,
      ...sums,
      net: sums.ins - sums.outs,
      opening: this.opening,
      closing: last?.closing ?? 0,
      peak: this.newest === null ? 0 : this.top.peak,
      peakAt: isoTimeOrNull(this.top.peakAt),
      minutesAbove: { above75: minutes(above75), above90: minutes(above90), above100: minutes(above100) },
      minutesBelowZero: minutes(secondsBelowZero),
      overCapacity: this.over.finish(last?.goesOn ?? false),
      ...this.limits.finish(last !== null),
      intervals: this.intervals.finish(intervals),
      ...(categories !== undefined && { categories }),
    };
  }
}
