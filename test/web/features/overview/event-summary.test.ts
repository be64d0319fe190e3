import { expect, test } from 'vitest';
import type { Event } from '../../../../src/shared/schemas/event';
import type { Area } from '../../../../src/shared/schemas/area';
import { summarize, sumOf } from '../../../../web/src/features/overview/event-summary';
import { unknownRoom } from '../../../../web/src/realtime/view/snapshot';
import { area } from '../../support/areas';

const venue = (capacity: number | null) => ({
  capacity,
  staffAllowance: 10,
  safetyMarginPercent: 0,
  alertThresholds: [],
});
const event = (eventName: string, fields: Partial<Event> = {}): Event => ({
  eventId: eventName,
  eventName,
  accessCode: 'ABCD2346',
  ...fields,
});
const room = (areas: readonly Area[] | null) => ({ ...unknownRoom, areas });
const summary = (name: string, occupancy: number, capacity: number) =>
  summarize(event(name), room([area({ currentOccupancy: occupancy, capacity })]), null);

test('an event with a capacity is as full as its venue without its staff', () => {
  const bar = area({ areaId: 'a1', currentOccupancy: 90, capacity: 100 });
  const yard = area({ areaId: 'a2', currentOccupancy: 30, capacity: 1000 });
  expect(summarize(event('Open Air', { venue: venue(410) }), room([bar, yard]), null)).toMatchObject({
    occupancy: 120,
    capacity: 400,
    fullness: 30,
  });
  expect(summarize(event('Open Air'), room([bar, yard]), null)).toMatchObject({ isSumOfAreas: true, fullness: 90 });
  expect(summarize(event('Open Air'), room(null), null)).toMatchObject({ occupancy: null, fullness: 0 });
});

test('a venue without a capacity has the sum of its areas, unless one of them has no limit', () => {
  const bar = area({ areaId: 'a1', capacity: 100 });
  const yard = area({ areaId: 'a2', capacity: 1000 });
  const of = (areas: readonly Area[], settings?: ReturnType<typeof venue>) => {
    const { capacity, isSumOfAreas } = summarize(event('A', settings && { venue: settings }), room(areas), null);
    return [capacity, isSumOfAreas];
  };
  expect(of([bar, yard])).toEqual([1100, true]);
  expect(of([bar, yard], venue(410))).toEqual([400, false]);
  expect(of([bar, { ...yard, capacity: 0 }])).toEqual([null, false]);
  expect(of([])).toEqual([null, false]);
});

test('the sum has a capacity only if each event has one', () => {
  const one = summarize(event('A', { venue: venue(110) }), room([area({ currentOccupancy: 40 })]), null);
  const other = summarize(event('B', { venue: venue(60) }), room([area({ currentOccupancy: 5 })]), null);
  const unknown = { events: 2, live: 2, known: 2, rates: null, late: 0, alerts: 0, notAcknowledged: 0, missed: null };
  expect(sumOf([one, other])).toEqual({ occupancy: 45, lowBy: 0, capacity: 150, ...unknown });
  expect(sumOf([one, summary('C', 2, 10)])).toMatchObject({ occupancy: 42, capacity: 110 });
  expect(sumOf([one, summary('C', 2, 0)])).toMatchObject({ occupancy: 42, capacity: null });
});
