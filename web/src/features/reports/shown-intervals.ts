import type { Report } from '../../../../src/shared/schemas/report';
import { MINUTE_MS } from '../../../../src/shared/durations';
import { dayIntervals, isQuiet } from './tables/interval-table';

const HOUR_MINUTES = 60;

/** The intervals of each day from the index `first` to before `end`, counted from the day's start. */
interface DayWindow {
  readonly first: number;
  readonly end: number;
}

/**
 * Returns the part of the day in which something happened on any day, plus one hour before and one after. Without it, a
 * club that is closed by day would have a mostly empty chart.
 */
function busyWindow(report: Report, minutes: number): DayWindow {
  const { intervals } = report.venue;
  const perHour = HOUR_MINUTES / minutes;
  let [first, end, longest] = [Infinity, 0, 0];
  for (const day of dayIntervals(report)) {
    longest = Math.max(longest, day.count);
    for (let i = 0; i < day.count; i += 1) {
      if (isQuiet(intervals, day.first + i)) continue;
      first = Math.min(first, i);
      end = Math.max(end, i + 1);
    }
  }
  if (first > end) return { first: 0, end: longest };
  return {
    first: Math.max(0, (Math.floor(first / perHour) - 1) * perHour),
    end: Math.min(longest, (Math.ceil(end / perHour) + 1) * perHour),
  };
}

/** Returns the indexes of the intervals that a chart shows, in order. */
export function shownIntervals(report: Report): number[] {
  if (report.interval === 'day') return [...report.intervalStarts.keys()];
  const { first, end } = busyWindow(report, report.interval);
  return dayIntervals(report).flatMap((day) => {
    const count = Math.max(0, Math.min(day.count, end) - first);
    return Array.from({ length: count }, (_, i) => day.first + first + i);
  });
}

/** The day of an interval of a report by days. */
export const dayAt = ({ days }: Report, at: number): Report['days'][number] | undefined => days[at];

/** Returns when an interval ends, epoch ms. @param from its start, epoch ms */
function endOf(report: Report, at: number, from: number): number {
  if (report.interval !== 'day') return from + report.interval * MINUTE_MS;
  return Date.parse(dayAt(report, at)?.endsAt ?? report.generatedAt);
}

/**
 * Returns the start and end of an interval in epoch ms. The newest interval of a running day ends where the report
 * does.
 */
export function spanOf(report: Report, at: number): readonly [from: number, to: number] {
  const start = report.intervalStarts[at] ?? report.generatedAt;
  const from = Date.parse(start);
  const to = endOf(report, at, from);
  const generatedAt = Date.parse(report.generatedAt);
  return [from, from < generatedAt ? Math.min(to, generatedAt) : to];
}

/**
 * Returns the position of the shown interval that contains a moment, otherwise of the last interval before it. So 23:15
 * stays selected when the interval changes or the day grows. Null if all intervals are later or all have ended.
 * @param moment epoch ms
 */
export function positionAt(report: Report, shown: readonly number[], moment: number): number | null {
  const position = shown.findLastIndex((at) => spanOf(report, at)[0] <= moment);
  const isPast = position === shown.length - 1 && spanOf(report, shown[position] ?? 0)[1] <= moment;
  return position < 0 || isPast ? null : position;
}
