import { describe, expect, test } from 'vitest';
import { checkCapacity, checkNewArea, parseCapacity } from '../../../../src/shared/rules/capacity';

const no = (error: string) => ({ ok: false, error });
const TOO_LARGE = no('Capacity must be at most 1,000,000.');

describe('a changed capacity', () => {
  test.each([0, 1, 500, 1_000_000])('may be %i', (capacity) => {
    expect(checkCapacity(capacity)).toEqual({ ok: true, value: capacity });
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '5', '', null, undefined, true, []])(
    'may not be %j',
    (capacity) => {
      expect(checkCapacity(capacity)).toEqual(no('Please enter a valid, non-negative number.'));
    },
  );

  test.each([1_000_001, 1e99])('may not be as large as %d', (capacity) => {
    expect(checkCapacity(capacity)).toEqual(TOO_LARGE);
  });
});

describe('a capacity as typed', () => {
  test.each([
    ['500', 500],
    [' 7 ', 7],
    ['+3', 3],
    ['-3', -3],
    ['007', 7],
    ['0', 0],
  ])('%j is %i', (text, capacity) => {
    expect(parseCapacity(text)).toBe(capacity);
  });

  test.each(['', ' ', '12abc', '1.5', '1e3', '0x10', '--1', '1 000', '٣'])('%j is none', (text) => {
    expect(parseCapacity(text)).toBeNaN();
  });
});

describe('a new area', () => {
  test('has its name trimmed and a capacity of at least 1', () => {
    expect(checkNewArea(' Bar ', 1)).toEqual({ ok: true, value: { areaName: 'Bar', capacity: 1 } });
    expect(checkNewArea('Bar', 1_000_000)).toMatchObject({ ok: true });
  });

  test.each([
    ['', 5],
    ['  ', 5],
    [undefined, 5],
    [7, 5],
    ['Bar', undefined],
    ['Bar', null],
    ['Bar', ''],
    ['', ''],
  ])('needs both fields: %j, %j', (areaName, capacity) => {
    expect(checkNewArea(areaName, capacity)).toEqual(no('Both fields are required.'));
  });

  test.each([0, -1, 1.5, Number.NaN, '5', true])('the capacity %j is not positive', (capacity) => {
    expect(checkNewArea('Bar', capacity)).toEqual(no('Capacity must be a positive number.'));
  });

  test('refuses too large a capacity and an unusable name', () => {
    expect(checkNewArea('Bar', 1_000_001)).toEqual(TOO_LARGE);
    expect(checkNewArea('x'.repeat(101), 5)).toEqual(no('Area name must be at most 100 characters long.'));
  });
});
