import { expect, test } from 'vitest';
import { quietUntil } from '../../../src/notifications/quiet-hours';
import type { QuietHours } from '../../../src/shared/notifications/schemas';

const NIGHT: QuietHours = { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin', letsHighestThrough: false };
const until = (now: string, hours: QuietHours | null = NIGHT): string | null => {
  const at = quietUntil(Date.parse(now), hours);
  return at === null ? null : new Date(at).toISOString();
};

test('without quiet hours it is never quiet', () => {
  expect(until('2026-06-15T01:00:00Z', null)).toBeNull();
});

test.each([
  ['before midnight', '2026-06-15T21:30:00Z', '2026-06-16T05:00:00.000Z'],
  ['after midnight', '2026-06-16T01:00:00Z', '2026-06-16T05:00:00.000Z'],
  ['at the first moment', '2026-06-15T20:00:00Z', '2026-06-16T05:00:00.000Z'],
  ['in the last second', '2026-06-16T04:59:59Z', '2026-06-16T05:00:00.000Z'],
  ['a moment before', '2026-06-15T19:59:59Z', null],
  ['at the end', '2026-06-16T05:00:00Z', null],
  // 7:00 is UTC+2 in summer and UTC+1 in winter.
  ['in the night in which clocks are set back', '2026-10-24T22:30:00Z', '2026-10-25T06:00:00.000Z'],
  ['in the night in which clocks are set forward', '2026-03-28T22:30:00Z', '2026-03-29T05:00:00.000Z'],
])('quiet hours over midnight: %s', (_when, now, end) => {
  expect(until(now)).toBe(end);
});

test('an end that the clocks skip is the moment of the change', () => {
  // On 29 March 2026 the clocks in Berlin jump from 2:00 to 3:00.
  expect(until('2026-03-29T00:30:00Z', { ...NIGHT, to: '02:30' })).toBe('2026-03-29T01:00:00.000Z');
});

test('an end that the clocks show twice is the first time, and the hours begin again in between', () => {
  // On 25 October 2026 the clocks go back from 3:00 to 2:00.
  const hours = { ...NIGHT, to: '02:30' };
  expect(until('2026-10-25T00:00:00Z', hours)).toBe('2026-10-25T00:30:00.000Z');
  expect(until('2026-10-25T00:45:00Z', hours)).toBeNull();
  expect(until('2026-10-25T01:10:00Z', hours)).toBe('2026-10-25T01:30:00.000Z');
});

test('hours within one day, and a whole day', () => {
  const noon = { ...NIGHT, from: '12:00', to: '13:30' };
  expect(until('2026-06-15T10:15:00Z', noon)).toBe('2026-06-15T11:30:00.000Z');
  expect(until('2026-06-15T11:30:00Z', noon)).toBeNull();
  expect(until('2026-06-15T11:30:00Z', { ...NIGHT, from: '00:00', to: '00:00' })).toBe('2026-06-16T11:30:00.000Z');
});
