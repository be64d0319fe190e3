import { msOfTime } from '../shared/rules/business-day';
import { wallClock } from '../shared/sealed/zoned-time';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../shared/durations';
import type { QuietHours } from '../shared/notifications/schemas';

/**
 * Returns a function that tells whether a local time (ms, as UTC shows it) is within the hours. `from` belongs to them,
 * `to` does not. Hours whose end is before their beginning include midnight.
 */
function within({ from, to }: QuietHours): (shown: number) => boolean {
  const [begins, ends] = [msOfTime(from), msOfTime(to)];
  return (shown) => {
    const time = ((shown % DAY_MS) + DAY_MS) % DAY_MS;
    if (begins === ends) return true;
    return begins < ends ? begins <= time && time < ends : begins <= time || time < ends;
  };
}

/**
 * Whether `now` (epoch ms) is in the quiet hours.
 * @throws {RangeError} the time zone does not exist
 */
export const isQuiet = (now: number, hours: QuietHours | null): boolean =>
  hours !== null && within(hours)(wallClock(hours.timeZone)(now));

/** Clocks change only at full quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS;
/** Quiet hours end within a day; clocks that are set back make it longer. */
const LONGEST_MS = DAY_MS + 3 * HOUR_MS;

/**
 * Returns when the quiet hours that contain `now` end (epoch ms); null outside them. The clocks of the time zone decide,
 * also on days on which they change. Hours of a whole day end a day later: then it is asked again.
 * @throws {RangeError} the time zone does not exist
 */
export function quietUntil(now: number, hours: QuietHours | null): number | null {
  if (hours === null) return null;
  const wall = wallClock(hours.timeZone);
  const isWithin = within(hours);
  if (!isWithin(wall(now))) return null;
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  let offset = wall(minute) - minute;
  for (let at = minute; at < now + LONGEST_MS; at += MINUTE_MS) {
    if (at % QUARTER_MS === 0) offset = wall(at) - at;
    if (!isWithin(at + offset)) return at;
  }
  return now + DAY_MS;
}

/** Returns when an alert that is due at `dueAt` (epoch ms) is sent: at the end of quiet hours, or at once. */
export function afterQuietHours(hours: QuietHours | null, isHighest: boolean, dueAt: number): number {
  if (hours?.letsHighestThrough === true && isHighest) return dueAt;
  return quietUntil(dueAt, hours) ?? dueAt;
}
