import { expect, test } from 'vitest';
import { checkAreaName, checkEventName, checkNewEventName, usableDeviceName } from '../../../../src/shared/rules/names';

const ok = (value: string) => ({ ok: true, value });
const no = (error: string) => ({ ok: false, error });

test.each([
  ['  Main Stage  ', 'Main Stage'],
  ['x', 'x'],
  ['x'.repeat(100), 'x'.repeat(100)],
  [` ${'x'.repeat(100)} `, 'x'.repeat(100)],
  ['🎉'.repeat(100), '🎉'.repeat(100)],
  ['👨‍👩‍👧 area', '👨‍👩‍👧 area'],
  ['日本', '日本'],
])('%j is a name', (typed, stored) => {
  for (const check of [checkAreaName, checkEventName, checkNewEventName]) expect(check(typed)).toEqual(ok(stored));
});

test.each(['', '   ', '\t\n', '\u00a0', '\u200b\u2060', '\ufeff', '\u3164', null, undefined, 5, {}, ['x']])(
  '%j is an empty name',
  (typed) => {
    expect(checkAreaName(typed)).toEqual(no('Area name cannot be empty.'));
    expect(checkEventName(typed)).toEqual(no('Event name cannot be empty.'));
    expect(checkNewEventName(typed)).toEqual(no('Event name is required.'));
  },
);

test.each(['x'.repeat(101), '🎉'.repeat(101)])('a name has at most 100 characters', (typed) => {
  expect(checkAreaName(typed)).toEqual(no('Area name must be at most 100 characters long.'));
  expect(checkNewEventName(typed)).toEqual(no('Event name must be at most 100 characters long.'));
});

const TURNING = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];

test.each(['a\u0000b', 'a\nb', 'a\u007fb', 'a\ud83c', '\udf89a', ...TURNING.map((control) => `${control}eman`)])(
  '%j has unusable characters',
  (typed) => {
    expect(checkAreaName(typed)).toEqual(no('Area name contains characters that cannot be used.'));
    expect(checkEventName(typed)).toEqual(no('Event name contains characters that cannot be used.'));
  },
);

test.each([
  [' North gate ', 'North gate'],
  ['בר', 'בר'],
  ['\u200fבר', '\u200fבר'],
  ['   ', null],
  ['\u200b', null],
  ['\u202eevil', null],
  ['a\u0000b', null],
  ['a\nb', null],
  [undefined, null],
])('a device that calls itself %j is shown as %j', (said, shown) => {
  expect(usableDeviceName(said)).toBe(shown);
});
