import type { ErrorCode } from '../../shared/errors';
import { SOURCE_AHEAD_MAX_MS } from '../../rpc/limits';
import { TAP_AGE_MAX_MS } from '../../shared/protocol/limits';
import { occurredAt } from '../../time/occurred-at';
import { CLOCK_OFFSETS, CLOCK_WRONG_MS } from './limits';
import { readItemTime } from './item-time';
import { isAtLeast, type Reading } from './readings';

type Time = string | number;

export interface CallTimes {
  /** For each item, in their order: when it occurred (epoch ms), or why it cannot be counted. */
  readonly times: readonly (number | ErrorCode)[];
  /** How far the source's clock is behind by this call, in ms, if what it sent was new; null if it sent no time. */
  readonly offsetMs: number | null;
}

/**
 * Reads the times of a call's items by the room's clock (docs/product.md, M6). With `sentAt` they are corrected as a phone's
 * are. Without it, a call whose newest time is up to SOURCE_AHEAD_MAX_MS to come is set back by that.
 * @param ats missing for an item without a time
 * @param options `after` is the time of the source's newest reading; times are epoch ms
 */
export function readCallTimes(
  ats: readonly (Time | undefined)[],
  { sentAt, timeZone, now, after }: { sentAt: Time | undefined; timeZone: string; now: number; after: number },
): CallTimes {
  let newest = after;
  const given = ats.map((at) => {
    if (at === undefined) return undefined;
    const time = readItemTime(at, timeZone, sentAt === undefined ? now + SOURCE_AHEAD_MAX_MS : Infinity, newest);
    if (typeof time === 'number') newest = Math.max(newest, time);
    return time;
  });
  const sent = sentAt === undefined ? undefined : readItemTime(sentAt, timeZone, now + SOURCE_AHEAD_MAX_MS);
  const inTime = given.filter((time) => typeof time === 'number').filter((time) => time <= now + SOURCE_AHEAD_MAX_MS);
  const ahead = inTime.length === 0 ? 0 : aheadOf(inTime, now);
  const times = given.map((time) => {
    if (typeof time !== 'number') return time ?? now;
    if (sent !== undefined) return typeof sent === 'number' ? occurredAt(time, sent, now) : sent;
    if (time > now + SOURCE_AHEAD_MAX_MS) return 'time_in_future';
    return time - ahead < now - TAP_AGE_MAX_MS ? 'time_too_old' : time - ahead;
  });
  const known = given.filter((time) => typeof time === 'number');
  const offsetMs = known.length === 0 ? null : (typeof sent === 'number' ? sent : now) - Math.max(...known);
  return { times, offsetMs };
}

/** The offsets of a source's last calls, with those of one more. */
export const withOffset = (offsets: readonly number[], offsetMs: number | null): readonly number[] =>
  offsetMs === null ? offsets : [...offsets, offsetMs].slice(-CLOCK_OFFSETS);

/** How far a source's clock is behind by its last calls, in ms: by the call that shows least. Null for one that tells no times. */
export const clockOffsetOf = (offsets: readonly number[]): number | null =>
  offsets.length === 0 ? null : Math.min(...offsets);

/**
 * Whether a source's clock is wrong: its last calls were all too late, and not because they delivered what had waited. What had
 * waited gets newer from call to call.
 */
export function isClockWrong(offsets: readonly number[]): boolean {
  const offsetMs = clockOffsetOf(offsets);
  if (offsetMs === null || offsets.length < CLOCK_OFFSETS || offsetMs < CLOCK_WRONG_MS) return false;
  let highest = -Infinity;
  return offsets.every((offset) => {
    highest = Math.max(highest, offset);
    return highest - offset < CLOCK_WRONG_MS;
  });
}

/** How far ahead of the room's clock the newest of these times is, in ms: nothing occurs after it has arrived. */
const aheadOf = (times: readonly number[], now: number): number => Math.max(0, Math.max(...times) - now);

const fallsIn = (readings: readonly Reading[]): number =>
  readings.filter((one, index) => !isAtLeast(one, readings[index - 1] ?? { ins: 0, outs: 0 })).length;

/**
 * Returns the readings of one call in the order in which they were read: that of their times, or as they were sent if the totals
 * fall less often then. The one was sent in disorder, the other by a clock that was set.
 */
export function inOrder<T extends Reading>(readings: readonly T[]): readonly T[] {
  const byTime = readings.toSorted((a, b) => a.at - b.at);
  return fallsIn(readings) < fallsIn(byTime) ? readings : byTime;
}
