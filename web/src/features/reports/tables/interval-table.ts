import type { Intervals, Report, ReportSubject } from '../../../../../src/shared/schemas/report';
import { occupancyPercent } from '../../../ui/occupancy-level';

/** One interval of an area or the venue. */
export interface IntervalRow {
  /** The index of the interval in the report. */
  index: number;
  startsAt: string;
  ins: number;
  outs: number;
  min: number;
  max: number;
  end: number;
  /** The capacity; null without a limit. */
  capacity: number | null;
  /** The highest occupancy in percent of the capacity, not rounded; null without a capacity. */
  share: number | null;
}

/** The figures of an interval, in the order of their columns. */
export const INTERVAL_FIGURES = ['ins', 'outs', 'min', 'max', 'end', 'capacity', 'share'] as const;

/** Whether nobody came, left or was inside during an interval. */
export const isQuiet = ({ ins, outs, min, max }: Intervals, index: number): boolean =>
  !ins[index] && !outs[index] && !min[index] && !max[index];

/** Returns the intervals in which anybody came, left or was inside. The others would fill pages with zeros. */
export function intervalRows({ intervals }: ReportSubject, starts: readonly string[]): IntervalRow[] {
  const rows: IntervalRow[] = [];
  for (const [index, startsAt] of starts.entries()) {
    if (isQuiet(intervals, index)) continue;
    const [max, capacity] = [intervals.max[index] ?? 0, intervals.capacity[index] ?? null];
    rows.push({
      index,
      startsAt,
      ins: intervals.ins[index] ?? 0,
      outs: intervals.outs[index] ?? 0,
      min: intervals.min[index] ?? 0,
      max,
      end: intervals.end[index] ?? 0,
      capacity,
      share: capacity ? occupancyPercent(max, capacity) : null,
    });
  }
  return rows;
}

type ReportDays = Pick<Report, 'days' | 'intervalStarts'>;

/** The intervals of one day: the index of the first interval in the report, and their number. */
export interface DayIntervals {
  readonly day: string;
  readonly first: number;
  readonly count: number;
}

export const dayIntervals = ({ days, intervalStarts }: ReportDays): DayIntervals[] =>
  days.map(({ day, firstInterval }, i) => ({
    day,
    first: firstInterval,
    count: (days[i + 1]?.firstInterval ?? intervalStarts.length) - firstInterval,
  }));

/** Returns the business day (YYYY-MM-DD) of each interval. */
export const intervalDays = (report: ReportDays): string[] =>
  dayIntervals(report).flatMap(({ day, count }) => Array<string>(count).fill(day));
