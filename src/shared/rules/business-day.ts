import { DAY_MS, HOUR_MS, MINUTE_MS } from '../limits';

/** When an event's business days begin and end. */
export interface DayClock {
  /** IANA time zone. */
  timeZone: string;
  /** HH:mm. */
  reportTime: string;
}

/** The default: a club night is one day (docs/product.md, D1). */
export const DEFAULT_DAY_CLOCK: DayClock = { timeZone: 'UTC', reportTime: '06:00' };

/** From `startsAt` on, to before `endsAt`; epoch ms. */
export interface BusinessDay {
  /** YYYY-MM-DD. */
  day: string;
  startsAt: number;
  endsAt: number;
}

/** No zone is or was further from UTC (15 h 14 min, Asia/Manila before 1845). */
const OFFSET_MAX_MS = 16 * HOUR_MS;

/** The zone's local time at `at`, as the epoch ms at which UTC shows the same. */
type WallClock = (at: number) => number;

export function wallClock(timeZone: string): WallClock {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (at) => {
    const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of format.formatToParts(at)) shown[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
    return Date.UTC(year, month - 1, day, hour, minute, second) + (at - Math.floor(at / 1000) * 1000);
  };
}

/** The first instant of (`before`, `after`] with the offset of `after`; the offset changes once in between. */
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
 * The first instant at which local clocks reach `shown`. If they show it twice, the first; if they skip it, the next
 * time that they show.
 */
function firstReaching(wall: WallClock, shown: number): number {
  let from = shown - OFFSET_MAX_MS;
  for (;;) {
    const to = from + HOUR_MS;
    const [offset, nextOffset] = [wall(from) - from, wall(to) - to];
    const change = offset === nextOffset ? to : changeOfClocks(wall, from, to);
    if (shown - offset < change) return Math.max(from, shown - offset);
    if (wall(change) >= shown) return change;
    if (change < to && shown - nextOffset < to) return shown - nextOffset;
    from = to;
  }
}

/**
 * The business day that contains `at` (epoch ms). A day starts when local clocks first reach `reportTime` on its date,
 * so days follow one another without gap or overlap, also where clocks change (docs/product.md, D1).
 * @throws {RangeError} no such time zone
 */
export function businessDay(at: number, { timeZone, reportTime }: DayClock): BusinessDay {
  const wall = wallClock(timeZone);
  const [hours = 0, minutes = 0] = reportTime.split(':').map(Number);
  const reportMs = hours * HOUR_MS + minutes * MINUTE_MS;
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

/** Whether it is a date of the calendar, YYYY-MM-DD: February 30 is not, nor is any date of year 0. */
export function isCalendarDay(day: unknown): day is string {
  if (typeof day !== 'string' || day.startsWith('0000') || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return false;
  const date = dateOf(day);
  return !Number.isNaN(date) && new Date(date).toISOString().startsWith(day);
}

/** The number of days from one to the other, both included. */
export const countDays = (from: string, to: string): number => (dateOf(to) - dateOf(from)) / DAY_MS + 1;
