import { DAY_MS, MINUTE_MS } from '../durations';

/** Within a quarter of an hour the offset is constant, because offsets change only at its ends. */
const QUARTER_MS = 15 * MINUTE_MS;

/** Returns the zone's local time at `at`, as the epoch ms at which UTC shows the same time. */
export type WallClock = (at: number) => number;

/** The clock that was last asked for: making one takes ten times as long as reading it. */
let last: { timeZone: string; wall: WallClock } | undefined;

/** @throws {RangeError} the time zone does not exist */
export function wallClock(timeZone: string): WallClock {
  if (last?.timeZone !== timeZone) last = { timeZone, wall: newWallClock(timeZone) };
  return last.wall;
}

function newWallClock(timeZone: string): WallClock {
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

const two = (number: number): string => String(number).padStart(2, '0');

/** Returns an offset from UTC in the form of ISO 8601: +02:00. */
export function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / MINUTE_MS));
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Returns a function that writes times (epoch ms) as a zone's local time with its offset: 2026-07-31T22:15:00.000+02:00
 * (ISO 8601). It is fast for many times on few days.
 * @throws {RangeError} the time zone does not exist
 */
export function zonedTimes(timeZone: string): (at: number) => string {
  const wall = wallClock(timeZone);
  const known = new Map<number, { offsetMs: number; text: string }>();
  const offsetAt = (at: number) => {
    const quarter = Math.floor(at / QUARTER_MS);
    const found = known.get(quarter);
    if (found !== undefined) return found;
    const offsetMs = wall(at) - at;
    const offset = { offsetMs, text: offsetText(offsetMs) };
    known.set(quarter, offset);
    return offset;
  };
  return (at) => {
    const { offsetMs, text } = offsetAt(at);
    return new Date(at + offsetMs).toISOString().replace('Z', text);
  };
}

/**
 * Returns the moments (epoch ms, in order) at which a zone's clocks show a local time: usually one, two where they are
 * set back, none where they skip it.
 * @param shown the epoch ms at which UTC shows that time
 * @throws {RangeError} the time zone does not exist
 */
export function momentsShowing(shown: number, timeZone: string): number[] {
  const wall = wallClock(timeZone);
  // Clocks change at most once in two days, so these are the offsets before and after a change.
  const offsets = [shown - DAY_MS, shown + DAY_MS].map((at) => wall(at) - at);
  return [...new Set(offsets)]
    .map((offset) => shown - offset)
    .filter((at) => wall(at) === shown)
    .toSorted((a, b) => a - b);
}
