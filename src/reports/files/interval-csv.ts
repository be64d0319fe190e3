import { MINUTE_MS } from '../../shared/durations';
import { percentOfCapacity } from '../../shared/sealed/rounded-share';
import { zonedTimes } from '../../shared/sealed/zoned-time';
import type { Report, ReportCategory, ReportDay, ReportSubject } from '../../shared/schemas/report';
import { BYTE_ORDER_MARK, type Cell, csvLine } from '../sealed/csv';

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

/** The categories that were counted anywhere, in order. */
function categoriesOf({ venue, areas }: Report): ReportCategory[] {
  const all = [venue, ...areas].flatMap(({ categories = [] }) => categories);
  return [...new Map(all.map((category) => [category.categoryId, category])).values()];
}

/** Cells are empty where an area did not count the category, or where the report leaves its intervals out. */
const categoryCells = (category: ReportCategory['intervals'] | undefined, i: number): Cell[] => [
  category?.ins[i] ?? null,
  category?.outs[i] ?? null,
  category?.occupancy[i] ?? null,
];

/** The heads of a category's three columns, with its id if another one has the same name. */
function categoryHeads({ name, categoryId }: ReportCategory, all: readonly ReportCategory[]): string[] {
  const isAlone = all.every((other) => other.categoryId === categoryId || other.name !== name);
  const label = isAlone ? name : `${name}, ${categoryId}`;
  return [`in (${label})`, `out (${label})`, `inside (${label})`];
}

function* subjectLines(
  intervals: readonly Interval[],
  { intervals: { ins, outs, min, max, end, capacity }, categories = [] }: ReportSubject,
  columns: readonly string[],
  [areaId, areaName]: readonly [string | null, string],
): Generator<string> {
  const byId = new Map(categories.map((category) => [category.categoryId, category.intervals]));
  const counted = columns.map((id) => byId.get(id));
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
      percentOfCapacity(highest, limit),
      ...counted.flatMap((category) => categoryCells(category, i)),
    ]);
  }
}

/**
 * Yields the intervals as CSV, line by line: first the venue's lines, which have no area id, then each area's lines.
 * Times are in the event's time zone. Categories have columns at the end; an unknown number of people inside is empty.
 */
export function* intervalCsv(report: Report): Generator<string> {
  const categories = categoriesOf(report);
  yield (
    BYTE_ORDER_MARK + csvLine([...COLUMNS, ...categories.flatMap((category) => categoryHeads(category, categories))])
  );
  const intervals = intervalsOf(report);
  const columns = categories.map(({ categoryId }) => categoryId);
  yield* subjectLines(intervals, report.venue, columns, [null, VENUE]);
  for (const area of report.areas) yield* subjectLines(intervals, area, columns, [area.areaId, area.areaName]);
}
