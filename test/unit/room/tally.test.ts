import { expect, test } from 'vitest';
import type { TapEffect } from '../../../src/stored/tap-effect';
import { addToTally, categoryCounts, occupanciesOf, recountedTally, workingTally } from '../../../src/room/state/tally';
import { readTally, writeTally } from '../../../src/stored/tally';

const NONE: TapEffect = { ins: 0, outs: 0, floored: 0, adjusted: 0, occupancy: 0 };
const categories = {
  list: [
    { categoryId: 'adult', name: 'Adults', capacity: null },
    { categoryId: 'child', name: 'Children', capacity: 20 },
    { categoryId: 'press', name: 'Press', capacity: null, isRemoved: true as const },
  ],
  areOutsNamed: false,
};

/** A tally after these effects on an area with `occupancy` people of unknown category. */
function tallyOf(effects: readonly (Partial<TapEffect> & { of?: string })[], occupancy = 0) {
  const tally = workingTally(null, occupancy);
  for (const { of = null, ...effect } of effects) addToTally(tally, { ...NONE, ...effect }, of);
  return tally;
}

test('the people inside are known by category until somebody is counted without one', () => {
  const named = [
    { of: 'adult', ins: 5 },
    { of: 'child', ins: 3 },
    { of: 'adult', outs: 2 },
  ];
  expect(occupanciesOf(tallyOf(named), 6)).toEqual(
    new Map([
      ['adult', 3],
      ['child', 3],
    ]),
  );
  expect(occupanciesOf(tallyOf([...named, { ins: 1 }]), 7)).toBeNull();
  expect(occupanciesOf(tallyOf([...named, { outs: 1 }]), 5)).toBeNull();
  // An entry and an exit do not make up for each other: they can be of two people.
  expect(occupanciesOf(tallyOf([...named, { ins: 1 }, { outs: 1 }]), 6)).toBeNull();
  expect(occupanciesOf(tallyOf([...named, { ins: 1 }, { ins: -1 }]), 6)).not.toBeNull();
  // Nobody left in these exits, or the reset afterwards contains them.
  expect(occupanciesOf(tallyOf([...named, { outs: 2, floored: 2 }, { outs: 4, adjusted: 4 }]), 6)).not.toBeNull();
});

test('the people inside are unknown where the numbers cannot be right', () => {
  const people = [
    { of: 'adult', ins: 2 },
    { of: 'child', ins: 2 },
    { of: 'child', outs: 3 },
  ];
  expect(occupanciesOf(tallyOf(people), 1)).toBeNull();
  expect(occupanciesOf(tallyOf([{ of: 'adult', ins: 2 }]), 3)).toBeNull();
});

test('before the first category nobody knows who is inside, unless nobody is', () => {
  expect(occupanciesOf(null, 0)).toEqual(new Map());
  expect(occupanciesOf(null, 4)).toBeNull();
  expect(occupanciesOf(tallyOf([{ of: 'adult', ins: 1 }], 4), 5)).toBeNull();
});

test('a reset makes known who is inside, and so does a recount of all categories, but not a recount of all people', () => {
  const tally = tallyOf([{ of: 'adult', ins: 5 }, { ins: 2 }]);
  const reset = recountedTally(tally, 0, null);
  expect(occupanciesOf(reset, 0)).toEqual(new Map([['adult', 0]]));
  // What was counted stays.
  expect(reset?.categories.get('adult')).toEqual({ ins: 5, outs: 0, floored: 0, adjustments: -5 });
  const occupancies = new Map([
    ['adult', 2],
    ['child', 9],
  ]);
  expect(occupanciesOf(recountedTally(tally, 11, occupancies), 11)).toEqual(occupancies);
  expect(occupanciesOf(recountedTally(null, 11, occupancies), 11)).toEqual(occupancies);
  const recounted = recountedTally(reset, 5, null);
  expect(occupanciesOf(recounted, 5)).toBeNull();
  expect(occupanciesOf(recountedTally(recounted, 0, null), 0)).toEqual(new Map([['adult', 0]]));
  expect([recountedTally(null, 0, null), recountedTally(null, 5, null)]).toEqual([null, null]);
});

test("an area lists the event's categories in their order, and removed ones only if they were counted", () => {
  expect(categoryCounts(null, 0, undefined)).toBeUndefined();
  expect(categoryCounts(null, 3, categories)).toEqual([
    { categoryId: 'adult', ins: 0, outs: 0, occupancy: null },
    { categoryId: 'child', ins: 0, outs: 0, occupancy: null },
  ]);
  expect(
    categoryCounts(
      tallyOf([
        { of: 'press', ins: 1 },
        { of: 'child', ins: 2 },
      ]),
      3,
      categories,
    ),
  ).toEqual([
    { categoryId: 'adult', ins: 0, outs: 0, occupancy: 0 },
    { categoryId: 'child', ins: 2, outs: 0, occupancy: 2 },
    { categoryId: 'press', ins: 1, outs: 0, occupancy: 1 },
  ]);
  // D1 may be restored to a time before the category.
  expect(categoryCounts(tallyOf([{ of: 'press', ins: 1 }]), 1, undefined)).toEqual([
    { categoryId: 'press', ins: 1, outs: 0, occupancy: 1 },
  ]);
});

test('a tally is read back as it was stored', () => {
  const tally = tallyOf([{ of: 'adult', ins: 5, adjusted: -1 }, { of: 'child', outs: 2, floored: 2 }, { ins: 2 }], 3);
  expect(readTally(writeTally(tally))).toEqual(tally);
  expect([readTally(null), writeTally(null)]).toEqual([null, null]);
  expect(() => readTally('[[["adult",1]],[0,0],false]')).toThrow('too_small');
});
