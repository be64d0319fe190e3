import type { ErrorCode } from '../../shared/errors';
import { HOUR_MS } from '../../shared/durations';
import { momentsShowing } from '../../shared/sealed/zoned-time';

const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})?$/;

/** Epoch ms below this are of before March 1973, and seconds of after. */
const SECONDS_BELOW = 1e11;

/**
 * Reads the time of a source's item, or says why it cannot be read. A local time that the zone's clocks show twice is the
 * earliest one that does not come before `after`; if both do, it is the later one, unless that is to come. One that they skip
 * is from a clock that nobody has set forward.
 * @param at ISO 8601, or epoch ms
 * @param timeZone the IANA zone of a time without an offset, which must exist
 * @param now epoch ms, like `after` and the result
 */
export function readItemTime(at: string | number, timeZone: string, now: number, after = Infinity): number | ErrorCode {
  if (typeof at === 'number') return at < SECONDS_BELOW ? 'time_in_seconds' : Math.round(at);
  return readText(at, timeZone, now, after) ?? 'time_unreadable';
}

function readText(at: string, timeZone: string, now: number, after: number): number | null {
  const [, date, minutes, seconds = ':00', fraction = '', offset = ''] = ISO.exec(at) ?? [];
  if (date === undefined || minutes === undefined) return null;
  const local = `${date}T${minutes}${seconds}${fraction.slice(0, 4)}`;
  if (offset !== '') return timeOf(local + (offset === 'Z' || offset.includes(':') ? offset : withColon(offset)));
  const shown = timeOf(`${local}Z`);
  if (shown === null) return null;
  const moments = momentsShowing(shown, timeZone);
  const [skipped] = momentsShowing(shown + HOUR_MS, timeZone);
  const inOrder = moments.find((moment) => moment >= after && moment <= now);
  return inOrder ?? moments.findLast((moment) => moment <= now) ?? moments[0] ?? skipped ?? null;
}

const withColon = (offset: string): string => `${offset.slice(0, 3)}:${offset.slice(3)}`;

function timeOf(text: string): number | null {
  const at = Date.parse(text);
  return Number.isNaN(at) || at < 0 ? null : at;
}
