import { MINUTE_MS } from '../limits';
import { wallClock } from './business-day';

/** Offsets change at quarters of an hour: within one, the offset is constant. */
const QUARTER_MS = 15 * MINUTE_MS;

const two = (number: number): string => String(number).padStart(2, '0');

/** The offset from UTC as ISO 8601 writes it: +02:00. */
export function offsetText(offsetMs: number): string {
  const minutes = Math.abs(Math.round(offsetMs / MINUTE_MS));
  return `${offsetMs < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Writes times (epoch ms) in a zone's local time with their offset: 2026-07-31T22:15:00.000+02:00 (ISO 8601). Fast for
 * many times of few days.
 * @throws {RangeError} no such time zone
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

/** Longer than any name of the IANA database (its longest have some 30 characters). */
const ZONE_MAX_LENGTH = 64;

/**
 * The zone's usual name; null when the text names no IANA zone. Offsets such as +02:00 are not accepted, because they
 * have no daylight saving.
 */
export function readTimeZone(zone: unknown): string | null {
  if (typeof zone !== 'string' || zone.length > ZONE_MAX_LENGTH || !/^[A-Za-z]/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
