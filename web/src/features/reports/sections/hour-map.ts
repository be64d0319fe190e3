import type { Report } from '../../../../../src/shared/schemas/report';
import { dayIntervals } from '../tables/interval-table';
import { ENGLISH_LOCALE } from '../../../../../src/shared/languages';

/**
 * The highest number of people inside within one hour of the clock. A cell is null if clocks skipped the hour, or if
 * the hour has not come yet.
 */
export interface HourCell {
  readonly max: number;
  /** `max` as a fraction of the capacity. Without a capacity it is a fraction of the report's peak. 1 is full. */
  readonly share: number;
}

export interface HourMap {
  /**
   * The hours from 0 to 23, in the order of the business day, from the first hour in which somebody was inside to the
   * last.
   */
  readonly hours: readonly number[];
  readonly days: readonly { readonly day: string; readonly cells: readonly (HourCell | null)[] }[];
}

const HOURS = 24;

/** Returns a function that gives the local hour (0 to 23) of a time in epoch ms. */
function hourClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat(ENGLISH_LOCALE, { timeZone, hour: 'numeric', hourCycle: 'h23' });
  return (at) => Number(format.format(at));
}

/** Computes how full the venue was in each hour of each day. */
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
