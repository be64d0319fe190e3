import type { Intervals, Report, ReportSubject } from '../../../../src/shared/schemas/report';

/** One interval of an area or the venue. */
export interface IntervalRow {
  /** Its number in the report. */
  index: number;
  startsAt: string;
  ins: number;
  outs: number;
  min: number;
  max: number;
  end: number;
  /** null where nothing limits. */
  capacity: number | null;
  /** The highest as a fraction of the capacity; null without one. */
  share: number | null;
}

/** Whether nobody came, left or was in. */
const isQuiet = ({ ins, outs, min, max }: Intervals, index: number): boolean =>
  ins[index] === 0 && outs[index] === 0 && min[index] === 0 && max[index] === 0;

/** Those in which anybody came, left or was in: the others would fill pages with zeros. */
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
      share: capacity === null || capacity === 0 ? null : max / capacity,
    });
  }
  return rows;
}

/** The day that each interval belongs to, YYYY-MM-DD. */
export function intervalDays({ days, intervalStarts }: Pick<Report, 'days' | 'intervalStarts'>): string[] {
  const found: string[] = [];
  for (const [i, { day, firstInterval }] of days.entries()) {
    const end = days[i + 1]?.firstInterval ?? intervalStarts.length;
    for (let index = firstInterval; index < end; index++) found[index] = day;
  }
  return found;
}
