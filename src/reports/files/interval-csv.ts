import { MINUTE_MS } from '../../shared/limits';
import { zonedTimes } from '../../shared/rules/zoned-time';
import type { Report, ReportDay, ReportSubject } from '../../shared/schemas/report';
import { BYTE_ORDER_MARK, csvLine } from './csv';

const COLUMNS = [
  'business_day',
  'interval_start',
  'interval_end',
  'area_id',
  'area_name',
  'in',
  'out',
  'min',
  'max',
  'end',
  'capacity',
  'percent_of_capacity',
] as const;

/** The text in the column `area_name` of the venue's lines. */
const VENUE = 'Whole venue';

interface Interval {
  day: string;
  start: string;
  end: string;
}

function intervalsOf({ days, intervalStarts, interval, timeZone }: Report): Interval[] {
  const time = zonedTimes(timeZone);
  const ofDay = ({ day, endsAt, firstInterval }: ReportDay, next: ReportDay | undefined) =>
    intervalStarts.slice(firstInterval, next?.firstInterval).map((start) => {
      const [startsAt, dayEnd] = [Date.parse(start), Date.parse(endsAt)];
      const end = interval === 'day' ? dayEnd : Math.min(startsAt + interval * MINUTE_MS, dayEnd);
      return { day, start: time(startsAt), end: time(end) };
    });
  return days.flatMap((day, i) => ofDay(day, days[i + 1]));
}

/**
 * The highest occupancy in percent of the capacity, to a tenth; null without a limit. Only the capacity itself is 100 %
 * (docs/decisions/0034).
 */
function percentOf(max: number, capacity: number | null): number | null {
  if (capacity === null || capacity === 0) return null;
  const tenths = Math.round((max / capacity) * 1000);
  return (tenths === 1000 ? tenths + Math.sign(max - capacity) : tenths) / 10;
}

function* subjectLines(
  intervals: readonly Interval[],
  { intervals: { ins, outs, min, max, end, capacity } }: ReportSubject,
  [areaId, areaName]: readonly [string | null, string],
): Generator<string> {
  for (const [i, interval] of intervals.entries()) {
    const [highest = 0, limit = null] = [max[i], capacity[i]];
    yield csvLine([
      interval.day,
      interval.start,
      interval.end,
      areaId,
      areaName,
      ins[i] ?? 0,
      outs[i] ?? 0,
      min[i] ?? 0,
      highest,
      end[i] ?? 0,
      limit,
      percentOf(highest, limit),
    ]);
  }
}

/**
 * Yields the intervals as CSV, line by line: first the venue's lines, which have no area id, then each area's lines.
 * Times are in the event's time zone.
 */
export function* intervalCsv(report: Report): Generator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS);
  const intervals = intervalsOf(report);
  yield* subjectLines(intervals, report.venue, [null, VENUE]);
  for (const area of report.areas) yield* subjectLines(intervals, area, [area.areaId, area.areaName]);
}
