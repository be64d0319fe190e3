import { expect, test } from 'vitest';
import type { Event } from '../../../../../src/shared/schemas/event';
import { summarize } from '../../../../../web/src/features/overview/event-summary';
import { nextStep, wallLevel, WallOrder } from '../../../../../web/src/features/overview/wall/wall-order';
import { unknownRoom } from '../../../../../web/src/realtime/view/snapshot';
import { area } from '../../../support/areas';
import { DRILL, EVACUATION } from '../../../support/evacuations';

type Counts = Readonly<Record<string, number>>;

const eventOf = (eventName: string): Event => ({ eventId: eventName, eventName, accessCode: 'ABCD2346' });
/** An event whose areas have these numbers of people and a capacity of 100; without one, if the name says so. */
const summaryOf = (eventName: string, counts: Counts) =>
  summarize(
    eventOf(eventName),
    {
      ...unknownRoom,
      areas: Object.entries(counts).map(([areaName, currentOccupancy]) =>
        area({
          areaId: `${eventName} ${areaName}`,
          areaName,
          currentOccupancy,
          capacity: areaName.startsWith('open') ? 0 : 100,
        }),
      ),
    },
    null,
  );

const brief = (order: WallOrder, events: Readonly<Record<string, Counts>>) =>
  order
    .inOrder(Object.entries(events).map(([name, counts]) => summaryOf(name, counts)))
    .map(({ summary, level, areas }) => [summary.event.eventName, level, areas.map(({ areaName }) => areaName).join()]);

/** docs/product.md, W2. */
test('the fullest events and areas are first; those without a limit are last', () => {
  expect(
    brief(new WallOrder(), {
      Quiet: { b: 10, a: 12 },
      Busy: { c: 60, open: 900, d: 95 },
      Full: { e: 100 },
      Open: { open: 5 },
    }),
  ).toEqual([
    ['Full', 'full', 'e'],
    ['Busy', 'danger', 'd,c,open'],
    ['Quiet', 'normal', 'a,b'],
    ['Open', 'open', 'open'],
  ]);
});

test('places change their order only when a level changes, and a place that falls a little stays', () => {
  const order = new WallOrder();
  const names = (a: number, b: number) => brief(order, { A: { x: a }, B: { y: b } }).map(([name]) => name);
  expect(names(60, 70)).toEqual(['A', 'B']);
  expect(names(60, 76)).toEqual(['B', 'A']);
  expect(names(74, 71)).toEqual(['B', 'A']);
  expect(names(74, 70)).toEqual(['A', 'B']);
});

test.each([
  [0, 74, 2],
  [2, 75, 3],
  [3, 70.1, 3],
  [3, 70, 2],
  [5, 10, 0],
  [0, 300, 8],
])('from step %i, %d %% is step %i', (before, percent, step) => {
  expect(nextStep(before, percent)).toBe(step);
});

test.each([
  [75, 100, 'normal'],
  [76, 100, 'warning'],
  [91, 100, 'danger'],
  [100, 100, 'full'],
  [0, 0, 'full'],
  [5, null, 'open'],
] as const)('%i of %s is %s', (occupancy, capacity, level) => {
  expect(wallLevel(occupancy, capacity)).toBe(level);
});

test('an evacuation comes before fuller events, and a drill does not', () => {
  const [busy, quiet] = [summaryOf('Busy', { a: 95 }), summaryOf('Quiet', { b: 5 })];
  const namesWith = (evacuation: typeof EVACUATION) =>
    new WallOrder()
      .inOrder([busy, { ...quiet, room: { ...quiet.room, evacuation } }])
      .map(({ summary }) => summary.event.eventName);
  expect(namesWith(EVACUATION)).toEqual(['Quiet', 'Busy']);
  expect(namesWith(DRILL)).toEqual(['Busy', 'Quiet']);
});
