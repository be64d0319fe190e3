import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newAccessCode } from '../../../../src/crypto/ids';
import { ACCESS_CODE_ALPHABET, formatAccessCode, normalizeAccessCode } from '../../../../src/shared/rules/access-code';
import { ATTEMPT_SLICE_MS, sliceOf, waitMs } from '../../../../src/services/attempts/slices';
import { displayState, placesLeft, shownOn } from '../../../../web/src/features/display/display-state';
import { occupancyLevel, occupancyPercent } from '../../../../web/src/ui/occupancy-level';
import {
  effectiveStatus,
  isCountingAllowed,
  isTrialOver,
  SUBSCRIPTION_STATUSES,
} from '../../../../src/shared/rules/subscription';
import type { Display } from '../../../../src/shared/schemas/display';
import { UserSchema } from '../../../../src/shared/schemas/user';

describe('access codes', () => {
  test('an access code is read without case, spaces and hyphens', () => {
    const typed = ['abcd-2346', ' AbCd 2346 ', 'A-B-C-D-2-3-4-6', 'ABCD\t2346', 'ABCD–2346', 'ABCD\u20112346'];
    expect(typed.filter((text) => normalizeAccessCode(text) !== 'ABCD2346')).toEqual([]);
    expect(formatAccessCode('ABCD2346')).toBe('ABCD-2346');
  });

  test('an access code has eight characters of an alphabet without look-alikes and duplicates', () => {
    const none = ['', 'ABCD234', 'ABCD23467', 'ABCD_2346'];
    const alike = Array.from('0O1IL5S', (character) => `ABCD234${character}`);
    expect([...none, ...alike].filter((text) => normalizeAccessCode(text) !== null)).toEqual([]);
    expect(new Set(ACCESS_CODE_ALPHABET).size).toBe(ACCESS_CODE_ALPHABET.length);
    const made = Array.from({ length: 1_000 }, newAccessCode);
    expect(made.filter((code) => normalizeAccessCode(code) !== code)).toEqual([]);
  });
});

describe('the wait after failed attempts', () => {
  const LIMIT = { limit: 20, windowMs: 15 * 60_000 };
  const NOW = 1_000 * ATTEMPT_SLICE_MS + 20_000;
  const slice = (minutesAgo: number, count: number) => {
    return { sliceStartsAt: sliceOf(NOW) - minutesAgo * ATTEMPT_SLICE_MS, count };
  };

  test.each([
    ['nothing', []],
    ['a count of one below the limit', [slice(0, 19)]],
    ['a count of one below the limit over several slices', [slice(14, 10), slice(0, 9)]],
    ['enough attempts that are too long ago', [slice(16, 100), slice(0, 19)]],
  ])('the wait is zero after %s', (_, slices) => {
    expect(waitMs(slices, LIMIT, NOW)).toBe(0);
  });

  test('the wait ends when enough attempts are older than the window, never earlier', () => {
    const whole = [slice(0, 20)];
    const wait = waitMs(whole, LIMIT, NOW);
    expect(wait).toBeGreaterThanOrEqual(LIMIT.windowMs);
    expect(waitMs(whole, LIMIT, NOW + wait - 1)).toBe(1);
    expect(waitMs(whole, LIMIT, NOW + wait)).toBe(0);
    // The oldest slices expire first, in whatever order they are listed.
    expect(waitMs([slice(0, 5), slice(10, 18), slice(5, 1)], LIMIT, NOW)).toBe(6 * ATTEMPT_SLICE_MS - 20_000);
  });
});

describe('accounts', () => {
  test('an account may count without a status and when it is active, trialing or past due', () => {
    expect(isCountingAllowed(null)).toBe(true);
    expect(SUBSCRIPTION_STATUSES.filter(isCountingAllowed)).toEqual(['trialing', 'active', 'past_due']);
  });

  test('an account without a subscription is in its trial, then active', () => {
    const account = { subscriptionStatus: null, trialEndsAt: 1_000 };
    expect([effectiveStatus(account, 999), isTrialOver(account, 999)]).toEqual(['trialing', false]);
    expect([effectiveStatus(account, 1_000), isTrialOver(account, 1_000)]).toEqual(['active', true]);
    // An account with a subscription has the status that billing reports, before and after its trial.
    for (const subscriptionStatus of SUBSCRIPTION_STATUSES) {
      const said = [0, 2_000].map((trialEndsAt) => effectiveStatus({ subscriptionStatus, trialEndsAt }, 1_000));
      expect(said).toEqual([subscriptionStatus, subscriptionStatus]);
    }
  });
});

test.each([
  [0, 100, 0, 'normal'],
  [75, 100, 75, 'normal'],
  [76, 100, 76, 'warning'],
  [90, 100, 90, 'warning'],
  [91, 100, 91, 'danger'],
  [250, 100, 250, 'danger'],
  [751, 1000, 75.1, 'warning'],
  [901, 1000, 90.1, 'danger'],
  [5, 0, 0, 'normal'],
])('an occupancy of %i at a capacity of %i is %d %%: %s', (occupancy, capacity, percent, level) => {
  expect(occupancyPercent(occupancy, capacity)).toBeCloseTo(percent, 10);
  expect(occupancyLevel(occupancy, capacity)).toBe(level);
  // A whole percentage must be exactly whole, or it would show as one less.
  expect([occupancyPercent(29, 100), occupancyPercent(57, 190)]).toEqual([29, 30]);
});

describe('public displays', () => {
  test.each([
    [90, 100, 10, 'go'],
    [91, 100, 9, 'nearly_full'],
    [100, 100, 0, 'stop'],
    [1_250_000, 1_000_000, 0, 'stop'],
    [0, 1, 1, 'go'],
    // Staff and margin leave no places, so the venue is full. It is not unlimited.
    [0, 0, 0, 'stop'],
    [500, null, null, 'unlimited'],
  ])(
    'a display of %i people at capacity %s shows %s places left and the state %s',
    (occupancy, capacity, left, state) => {
      expect(placesLeft({ occupancy, capacity })).toBe(left);
      expect(displayState({ occupancy, capacity })).toBe(state);
    },
  );

  const bar = { areaId: 'a1', areaName: 'Bar', occupancy: 3, capacity: 10 };
  const yard = { areaId: 'a2', areaName: 'Yard', occupancy: 7, capacity: 0 };
  const areas: Display = { eventId: 'e1', version: 4, eventName: 'Open Air', venue: null, areas: [bar, yard] };

  test('a display shows the venue when the event has a capacity, or else its areas, or the area that its link names', () => {
    const venue = { ...areas, venue: { occupancy: 0, capacity: 0 } };
    expect(shownOn(venue, null)).toEqual([{ areaId: null, areaName: null, occupancy: 0, capacity: 0 }]);
    expect(shownOn(venue, 'a1')).toEqual([bar]);
    expect(shownOn(areas, null)).toEqual([bar, { ...yard, capacity: null }]);
    expect(shownOn(areas, 'a2')).toEqual([{ ...yard, capacity: null }]);
    expect(shownOn(areas, 'a9')).toEqual([]);
  });
});

test.each([['admin', 'admin'], ...['user', 'ADMIN', '', null, undefined, 5].map((role) => [role, 'user'])])(
  'the role admin alone makes an admin: %j is %s',
  (role, read) => {
    const user = { username: 'a@b.test', subscriptionStatus: null };
    expect(z.parse(UserSchema, { ...user, ...(role !== undefined && { role }) })).toEqual({ ...user, role: read });
  },
);
