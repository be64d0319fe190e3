import { expect, test } from 'vitest';
import { publicNumbers } from '../../../src/services/displays/public-numbers';
import type { Display } from '../../../src/shared/schemas/display';
import type { PublicDetail } from '../../../src/shared/public-numbers/schemas';

const NOW = Date.UTC(2026, 6, 31, 22);

const display = (changes: Partial<Display> = {}): Display => ({
  eventId: 'e1',
  version: 7,
  eventName: 'Warehouse Friday',
  venue: { occupancy: 182, capacity: 450 },
  areas: [
    { areaId: 'a1', areaName: 'Main Floor', occupancy: 121, capacity: 400 },
    { areaId: 'a2', areaName: 'Yard', occupancy: 61, capacity: 80 },
  ],
  ...changes,
});
const shown = (changes: Partial<Display> = {}, detail: PublicDetail = 'level', isOpened = true) =>
  publicNumbers(display(changes), { detail, isOpened, readAt: NOW });

test('with the level alone, nobody learns how many people there are, nor which areas', () => {
  expect(shown()).toEqual({
    eventName: 'Warehouse Friday',
    state: 'open',
    readAt: '2026-07-31T22:00:00.000Z',
    venue: { fill: { level: 'quiet', percent: 40 } },
    areas: [],
  });
});

test('with numbers, venue and areas say how many people are inside, of how many', () => {
  expect(shown({}, 'numbers')).toMatchObject({
    venue: { fill: { level: 'quiet', percent: 40 }, occupancy: 182, capacity: 450 },
    areas: [
      { areaName: 'Main Floor', fill: { level: 'quiet', percent: 30 }, occupancy: 121, capacity: 400 },
      { areaName: 'Yard', fill: { level: 'busy', percent: 76 }, occupancy: 61, capacity: 80 },
    ],
  });
});

test('the levels change above 50 % and 90 % and at the capacity, and percentages never say full too early', () => {
  const at = (occupancy: number, detail: PublicDetail = 'level') =>
    Object.values(shown({ venue: { occupancy, capacity: 1000 } }, detail).venue?.fill ?? {});
  expect([0, 500, 501, 900, 901, 999, 1000, 1200].map((people) => at(people))).toEqual([
    ['quiet', 0],
    ['quiet', 50],
    ['busy', 50],
    ['busy', 90],
    ['nearly_full', 90],
    ['nearly_full', 95],
    ['full', 100],
    ['full', 100],
  ]);
  expect([at(999, 'numbers'), at(1200, 'numbers')]).toEqual([
    ['nearly_full', 99],
    ['full', 120],
  ]);
});

test('the percentage of a place for less than 100 would tell single people, so with the level alone it has none', () => {
  const fill = (occupancy: number, capacity: number, detail: PublicDetail = 'level') =>
    shown({ venue: { occupancy, capacity } }, detail).venue?.fill;
  expect(fill(12, 99)).toEqual({ level: 'quiet', percent: null });
  expect(fill(12, 100)).toEqual({ level: 'quiet', percent: 10 });
  expect(fill(0, 0)).toEqual({ level: 'full', percent: null });
  expect(fill(12, 20, 'numbers')).toEqual({ level: 'busy', percent: 60 });
});

test('a venue without a capacity is as busy as its areas together, or says nothing if one has no limit', () => {
  expect(shown({ venue: null }).venue).toEqual({ fill: { level: 'quiet', percent: 35 } });
  const areas = [{ areaId: 'a1', areaName: 'Park', occupancy: 9, capacity: 0 }];
  expect(shown({ venue: null, areas }).venue).toEqual({ fill: null });
  expect(shown({ venue: null, areas }, 'numbers').venue).toEqual({ fill: null, occupancy: 9, capacity: null });
  expect(shown({ venue: null, areas: [] }).venue).toEqual({ fill: null });
});

test('without numbers on displays there are none here, with the reason; before the first tap neither', () => {
  const notice = { title: 'OUT', text: 'Now.' };
  expect(shown({ evacuation: 'evacuation', shows: 'evacuation', notice }, 'numbers')).toMatchObject({
    state: 'paused',
    shows: 'evacuation',
    notice,
    areas: [],
  });
  expect(shown({ shows: 'ask_staff' })).toMatchObject({ state: 'paused', shows: 'ask_staff', venue: null });
  expect(shown({ evacuation: 'drill', shows: 'exercise' })).toMatchObject({ state: 'paused', isDrill: true });
  expect(shown({}, 'numbers', false)).toMatchObject({ state: 'not_started', venue: null, areas: [] });
  expect(shown({ evacuation: 'drill' })).toMatchObject({
    state: 'open',
    isDrill: true,
    venue: { fill: { percent: 40 } },
  });
});
