import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations';
import { type WallClock, wallClock } from '../sealed/zoned-time';
import { ENGLISH_LOCALE } from '../languages';

/** When an event's business days begin and end. */
export interface DayClock {
  /** The IANA time zone. */
  timeZone: string;
  /** The local time at which business days begin, HH:mm. */
  reportTime: string;
}

/** The clock of an event without a schedule: a club night belongs to one business day (docs/product.md, D1). */
export const DEFAULT_DAY_CLOCK: DayClock = { timeZone: 'UTC', reportTime: '06:00' };

/** A business day. It begins at `startsAt` and ends just before `endsAt`, epoch ms. */
export interface BusinessDay {
  /** The business day, YYYY-MM-DD. */
  day: string;
  startsAt: number;
  endsAt: number;
}

/** More than the largest offset that a time zone ever had (15 h 14 min, Asia/Manila before 1845). */
const OFFSET_MAX_MS = 16 * HOUR_MS;

/** Returns the first moment after `before` that has the offset of `after`. Between the two, the offset changes once. */
function changeOfClocks(wall: WallClock, before: number, after: number): number {
  const offset = wall(after) - after;
  let [low, high] = [before, after];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (wall(middle) - middle === offset) high = middle;
    else low = middle;
  }
  return high;
}

/**
 * Returns the first moment at which the local clocks reach `shown`. If they show this time twice, it is the first time;
 * if they skip it, it is the moment after the gap. No zone ever changed its offset twice within 95 hours (IANA 2025b).
 */
function firstReaching(wall: WallClock, shown: number): number {
  const [from, to] = [shown - OFFSET_MAX_MS, shown + OFFSET_MAX_MS];
  const [offset, nextOffset] = [wall(from) - from, wall(to) - to];
  if (offset === nextOffset) return shown - offset;
  const change = changeOfClocks(wall, from, to);
  return shown - offset < change ? shown - offset : Math.max(change, shown - nextOffset);
}

/** Returns a local time of the day, HH:mm, in ms. */
export function msOfTime(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR_MS + minutes * MINUTE_MS;
}

/**
 * Returns the business day that contains `at` (epoch ms). A day starts when the local clocks first reach `reportTime`
 * on its date. So days follow one another without gap or overlap, even when clocks change (docs/product.md, D1).
 * @throws {RangeError} the time zone does not exist
 */
export function businessDay(at: number, { timeZone, reportTime }: DayClock): BusinessDay {
  const wall = wallClock(timeZone);
  const reportMs = msOfTime(reportTime);
  let date = Math.floor((wall(at) - reportMs) / DAY_MS) * DAY_MS;
  let startsAt = firstReaching(wall, date + reportMs);
  for (;;) {
    const endsAt = firstReaching(wall, date + DAY_MS + reportMs);
    if (at < endsAt) return { day: new Date(date).toISOString().slice(0, 10), startsAt, endsAt };
    date += DAY_MS;
    startsAt = endsAt;
  }
}

const dateOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Whether the value is a date of the calendar, YYYY-MM-DD. February 30 is none, and neither are dates of year 0. */
export function isCalendarDay(day: unknown): day is string {
  if (typeof day !== 'string' || day.startsWith('0000') || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const date = dateOf(day);
  return !Number.isNaN(date) && new Date(date).toISOString().startsWith(day);
}

/** Returns the number of days from `from` to `to`, both included. */
export const countDays = (from: string, to: string): number => (dateOf(to) - dateOf(from)) / DAY_MS + 1;

/** More characters than any name in the IANA database has (about 30). */
const ZONE_MAX_LENGTH = 64;

/**
 * Returns the zone's usual name; null if there is no such IANA zone. Offsets such as +02:00 are refused, because they
 * have no daylight saving.
 */
export function readTimeZone(zone: unknown): string | null {
  if (typeof zone !== 'string' || zone.length > ZONE_MAX_LENGTH || !/^[A-Za-z]/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat(ENGLISH_LOCALE, { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
