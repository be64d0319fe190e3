import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { computePlan } from '../../../../src/shared/rules/capacity-rules/compute-plan';
import {
  bandOf,
  crowdManagers,
  minutesToEmpty,
  plannedFloorM2,
  plannedOutsPerMinute,
} from '../../../../web/src/features/capacity/present';
import { PLACE_IDS, PLACES } from '../../../../src/shared/rules/capacity-rules/places';
import {
  checkCapacityPlan,
  type NewCapacityPlan,
  PlanResultSchema,
} from '../../../../src/shared/rules/capacity-rules/plan';
import type { Use } from '../../../../src/shared/rules/capacity-rules/rule';

const EMPTY: NewCapacityPlan = {
  place: 'at-st',
  units: 'metric',
  isOutdoors: false,
  spaces: [],
  exits: [],
  escapeMinutes: 5,
  own: null,
  peoplePerManager: 250,
  exitRate: null,
};
const space = (use: Use, size: number, areaId: string | null = null) => ({ name: '', areaId, use, size });
const exit = (width: number, isStair = false) => ({ name: '', width, isStair });
const onFloor = (place: NewCapacityPlan['place'], use: Use, size: number, units: NewCapacityPlan['units'] = 'metric') =>
  computePlan({ ...EMPTY, place, units, spaces: [space(use, size)] }).steps.floor;
const throughExits = (change: Partial<NewCapacityPlan>) => computePlan({ ...EMPTY, ...change }).steps.exits;

describe('the floor', () => {
  // The expected numbers are those of the texts, by hand.
  test.each([
    ['at-st', 'tables', 99.9, 99],
    ['at-st', 'rows', 100, 200],
    ['at-st', 'standing', 100, 300],
    ['at-st', 'steps', 10.4, 20],
    ['at-st', 'exhibition', 50, 50],
    ['at-oo', 'standing', 100, 250],
    ['at-oo', 'rows', 3, 7],
    ['at-oo', 'tables', 2, 5],
    ['de-nw', 'tables', 200, 200],
    ['de-nw', 'standing', 100, 200],
    ['de-by', 'rows', 100, 200],
    ['de-be', 'steps', 7.5, 15],
    ['gb-out', 'standing', 1150, 2300],
  ] as const)('at %s, %s on %f m² or m is %i', (place, use, size, people) => {
    expect(onFloor(place, use, size)).toBe(people);
  });

  test.each([
    ['standing', 1000, 200],
    ['rows', 1000, 142],
    ['tables', 3000, 200],
  ] as const)('in the United States, %s on %i sq ft is %i', (use, size, people) => {
    expect(onFloor('us', use, size, 'us')).toBe(people);
  });

  test('sizes are converted exactly between the units of the plan and those of the rule', () => {
    // 100 m² are 1,076.39 square feet; 1,000 square feet are 92.9 m², and 10 feet are 3.048 m.
    expect(onFloor('us', 'standing', 100)).toBe(215);
    expect(onFloor('at-st', 'standing', 1000, 'us')).toBe(278);
    expect(onFloor('at-st', 'steps', 10, 'us')).toBe(6);
    // 0.1 + 0.2 is a little more than 0.3 in binary, and 3 × 0.7 / 0.7 a little less than 3: nobody gets lost.
    expect(onFloor('at-st', 'standing', 0.7 * 10)).toBe(21);
  });

  test('a floor with a use for which the place has no rule has no number, and neither does a place without rules', () => {
    expect(onFloor('gb-out', 'tables', 100)).toBeNull();
    const mixed = computePlan({ ...EMPTY, place: 'us', spaces: [space('standing', 10), space('exhibition', 10)] });
    expect(mixed.spaces.map(({ people }) => people)).toEqual([21, null]);
    expect([mixed.steps.floor, mixed.people, mixed.decides]).toEqual([null, null, null]);
    expect(onFloor('other', 'standing', 100)).toBeNull();
  });
});

describe('the exits', () => {
  test('in Upper Austria one person depends on each centimeter', () => {
    expect(throughExits({ place: 'at-oo', exits: [exit(120), exit(90.9)] })).toBe(210);
    expect(throughExits({ place: 'at-oo', units: 'us', exits: [exit(36)] }), '91.44 cm').toBe(91);
  });

  test('by the German model, 600 people depend on each whole step of 1.20 m, in the open air only', () => {
    const exits = [exit(120), exit(239), exit(240), exit(119)];
    expect(throughExits({ place: 'de-nw', isOutdoors: true, exits })).toBe(600 + 600 + 1200);
    expect(throughExits({ place: 'de-nw', exits })).toBeNull();
  });

  test('in the United Kingdom 109 people leave through each meter in a minute of the escape time', () => {
    const outdoors: Partial<NewCapacityPlan> = { place: 'gb-out', isOutdoors: true, exits: [exit(500)] };
    expect(throughExits(outdoors)).toBe(2725);
    expect(throughExits({ ...outdoors, escapeMinutes: 10 })).toBe(5450);
  });

  test('where no rule was read, exits are left out and do not count as nobody', () => {
    const plan = computePlan({ ...EMPTY, spaces: [space('standing', 10)], exits: [exit(500)] });
    expect(plan).toMatchObject({ exits: [{ people: null, applied: null }], steps: { exits: null }, people: 30 });
  });
});

test('the lowest step decides, and each step keeps the rule that it was computed from', () => {
  const plan: NewCapacityPlan = {
    ...EMPTY,
    place: 'at-oo',
    spaces: [space('standing', 100, 'hall'), space('tables', 20, 'hall'), space('rows', 10, 'bar')],
    exits: [exit(200), exit(100, true)],
    own: 320,
  };
  const result = computePlan(plan);
  expect(z.parse(PlanResultSchema, result)).toEqual(result);
  expect(result).toMatchObject({
    steps: { floor: 250 + 50 + 25, exits: 300, own: 320 },
    people: 300,
    decides: 'exits',
    areas: [
      { areaId: 'hall', people: 300 },
      { areaId: 'bar', people: 25 },
    ],
  });
  const applied = { people: 5, per: 2, unit: 'm2', citation: PLACES['at-oo'].floor[0]?.citation };
  expect(result.spaces[0]).toEqual({ people: 250, applied });
  expect(computePlan({ ...plan, own: 299 })).toMatchObject({ people: 299, decides: 'own' });
  expect(computePlan(EMPTY)).toMatchObject({ people: null, decides: null, areas: [] });
});

test('each rule says where it stands, where and how it was read, and when', () => {
  const citations = PLACE_IDS.flatMap((id) => {
    const { floor, exit: exits } = PLACES[id];
    return [...floor.map(({ citation }) => citation), ...(exits ? [exits.citation] : [])];
  });
  for (const { rule, date, source, reading, readOn } of citations) {
    expect(rule).not.toBe('');
    if (reading !== 'secondHand') expect(date).not.toBe('');
    expect(new URL(source).protocol).toMatch(/^https?:$/);
    expect(readOn).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
  const secondHand = PLACE_IDS.filter((id) => PLACES[id].floor[0]?.citation.reading === 'secondHand');
  expect(secondHand).toEqual(['de-nw', 'de-by', 'gb-out', 'us']);
});

test('a plan needs sizes and widths above 0, and names that can be shown', () => {
  const ok = (change: object) => checkCapacityPlan({ ...EMPTY, ...change }).ok;
  expect(ok({ spaces: [space('standing', 0.5)], exits: [exit(80)], own: 1 })).toBe(true);
  for (const change of [
    { spaces: [space('standing', 0)] },
    { spaces: [space('standing', Number.NaN)] },
    { exits: [exit(-1)] },
    { place: 'mars' },
    { own: 0 },
    { peoplePerManager: 0 },
    { exitRate: 201 },
    { spaces: [{ ...space('standing', 1), name: 'a\u0000' }] },
    { spaces: Array.from({ length: 51 }, () => space('standing', 1)) },
  ])
    expect(ok(change)).toBe(false);
});

describe('the present moment', () => {
  test.each([
    [0, 'free'],
    [1, 'free'],
    [1.01, 'moving'],
    [2, 'moving'],
    [2.5, 'critical'],
    [3.5, 'dense'],
    [4, 'dense'],
    [4.01, 'unstable'],
  ] as const)('%f people per m² are %s', (density, band) => {
    expect(bandOf(density)).toBe(band);
  });

  test('the floor of an area is that of its spaces, the venue has all of them, and stepped rows have none', () => {
    const plan = { ...EMPTY, spaces: [space('standing', 30, 'hall'), space('tables', 20, 'hall'), space('rows', 5)] };
    expect([null, 'hall', 'bar'].map((areaId) => plannedFloorM2(plan, areaId))).toEqual([55, 50, null]);
    expect(plannedFloorM2({ ...plan, units: 'us' }, 'hall')).toBeCloseTo(4.645);
    expect(plannedFloorM2({ ...plan, spaces: [...plan.spaces, space('steps', 5)] }, null)).toBeNull();
  });

  test('there is one crowd manager for each 250 people or part of them, and at least two', () => {
    expect([0, 1, 500, 501, 1000].map((people) => crowdManagers(people, 250))).toEqual([0, 2, 2, 3, 4]);
    expect(crowdManagers(1000, 100)).toBe(10);
  });

  test('the time to empty is rounded up, and unknown if nobody leaves', () => {
    expect(plannedOutsPerMinute({ ...EMPTY, exits: [exit(100), exit(50)] })).toBe(123);
    expect(plannedOutsPerMinute({ ...EMPTY, exits: [exit(100)], exitRate: 60 })).toBe(60);
    expect(plannedOutsPerMinute(EMPTY)).toBeNull();
    expect([minutesToEmpty(246, 123), minutesToEmpty(247, 123), minutesToEmpty(0, null)]).toEqual([2, 3, 0]);
    expect([minutesToEmpty(5, 0), minutesToEmpty(5, null)]).toEqual([null, null]);
  });
});
