import type { Report } from '../../../../../src/shared/schemas/report';
import { dayIntervals } from '../tables/interval-table';

/** The most people inside within one hour of the clock; null when clocks skipped the hour, or it has not come yet. */
export interface HourCell {
  readonly max: number;
  /** The share of the capacity, or of the report's peak without one; 1 is full. */
  readonly share: number;
}

export interface HourMap {
  /** 0 to 23, from the first hour in which somebody was inside to the last, in the day's order. */
  readonly hours: readonly number[];
  readonly days: readonly { readonly day: string; readonly cells: readonly (HourCell | null)[] }[];
}

const HOURS = 24;

/** The hour in a zone's local time. @returns of epoch ms, 0 to 23 */
function hourClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return (at) => Number(format.format(at));
}

/** How full the venue was, hour by hour, day by day. */
export function hourMap(report: Report): HourMap {
  const { venue, intervalStarts, timeZone } = report;
  const hourOf = hourClock(timeZone);
  const begins = Number(report.reportTime.slice(0, 2));
  const rows = dayIntervals(report).map(({ day, first, count }) => {
    const cells = Array<HourCell | null>(HOURS).fill(null);
    for (let at = first; at < first + count; at += 1) {
      const column = (hourOf(Date.parse(intervalStarts[at] ?? '')) - begins + HOURS) % HOURS;
      const max = venue.intervals.max[at] ?? 0;
      const full = venue.intervals.capacity[at] || venue.peak || 1;
      const held = cells[column];
      cells[column] = {
        max: Math.max(held?.max ?? 0, max),
        share: Math.max(held?.share ?? 0, max / full),
      };
    }
    return { day, cells };
  });
  const alive = Array.from({ length: HOURS }, (_, column) => rows.some(({ cells }) => (cells[column]?.max ?? 0) > 0));
  const [from, to] = [Math.max(0, alive.indexOf(true)), alive.lastIndexOf(true) + 1];
  return {
    hours: Array.from({ length: to - from }, (_, i) => (begins + from + i) % HOURS),
    days: rows.map(({ day, cells }) => ({ day, cells: cells.slice(from, to) })),
  };
}
