import { expect, test } from 'vitest';
import { displayState, placesLeft, shownOn } from '../../../../src/shared/rules/display-state';
import type { Display } from '../../../../src/shared/schemas/display';

test.each([
  [0, 100, 100, 'go'],
  [90, 100, 10, 'go'],
  [91, 100, 9, 'nearly_full'],
  [99, 100, 1, 'nearly_full'],
  [100, 100, 0, 'stop'],
  [101, 100, 0, 'stop'],
  [1_250_000, 1_000_000, 0, 'stop'],
  [9, 10, 1, 'go'],
  [0, 1, 1, 'go'],
  [1, 1, 0, 'stop'],
  // The staff and the margin have left nothing of the venue.
  [0, 0, 0, 'stop'],
  [0, null, null, 'unlimited'],
  [500, null, null, 'unlimited'],
])('%i inside of %s: %s left, %s', (occupancy, capacity, left, state) => {
  expect(placesLeft({ occupancy, capacity })).toBe(left);
  expect(displayState({ occupancy, capacity })).toBe(state);
});

const bar = { areaId: 'a1', areaName: 'Bar', occupancy: 3, capacity: 10 };
const yard = { areaId: 'a2', areaName: 'Yard', occupancy: 7, capacity: 0 };
const display = (fields: Partial<Display> = {}): Display => ({
  eventId: 'e1',
  version: 4,
  eventName: 'Open Air',
  total: null,
  areas: [bar, yard],
  ...fields,
});

test('an event with a capacity shows its total, unless the link names an area', () => {
  const venue = display({ total: { occupancy: 10, capacity: 12 } });
  expect(shownOn(venue, null)).toEqual([{ areaId: null, areaName: null, occupancy: 10, capacity: 12 }]);
  expect(shownOn(venue, 'a1')).toEqual([bar]);
});

test('an event without one shows its areas, and one without a capacity has no limit', () => {
  expect(shownOn(display(), null)).toEqual([bar, { ...yard, capacity: null }]);
  expect(shownOn(display(), 'a2')).toEqual([{ ...yard, capacity: null }]);
  expect(shownOn(display({ areas: [bar] }), null)).toEqual([bar]);
});

test('a venue whose staff and margin leave no place is full, not without limit', () => {
  const [venue] = shownOn(display({ total: { occupancy: 0, capacity: 0 } }), null);
  expect(venue && displayState(venue)).toBe('stop');
});

test('there is nothing to show of an area that is gone, nor of an event without areas', () => {
  expect(shownOn(display(), 'a9')).toEqual([]);
  expect(shownOn(display({ areas: [] }), null)).toEqual([]);
});
