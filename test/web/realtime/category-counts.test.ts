import { beforeEach, expect, test, vi } from 'vitest';
import { RoomChannel } from '../../../web/src/realtime/channel';
import { area, sync } from '../support/areas';
import { FakeWorld } from '../support/fake-effects';
import { roomListeners } from '../support/room-listeners';

let world: FakeWorld;
let channel: RoomChannel;

const counts = (adults: number | null, children: number | null) => [
  { categoryId: 'adults', ins: 8, outs: 1, occupancy: adults },
  { categoryId: 'children', ins: 3, outs: 0, occupancy: children },
];
const hall = (fields = {}) =>
  area({ version: 1, currentOccupancy: 10, totalEntries: 11, categories: counts(7, 3), ...fields });
const bar = area({ areaId: 'a2', areaName: 'Bar', version: 1, categories: [] });

async function connect(first = hall()) {
  world = new FakeWorld();
  channel = new RoomChannel('e1', world.effects, roomListeners(), world.homeInMemory());
  channel.start();
  await world.pass(0);
  world.socket.open();
  world.socket.receive(sync({ version: 1, areas: [first, bar] }));
}

beforeEach(async () => {
  vi.clearAllMocks();
  await connect();
});

/** What an area shows by category: people in, out and inside. */
const shown = (index = 0) =>
  channel.snapshot.areas?.[index]?.categories?.map(
    ({ categoryId, ins, outs, occupancy: inside }) => `${categoryId} ${ins} ${outs} ${inside}`,
  );
const ack = (seq: number, more = {}) => world.socket.receive({ type: 'ack', seq, version: seq + 1, ...more });
const sent = () => world.socket.frames.at(-1);

test('a tap with a category shows at once, is sent with it, and does not show twice', () => {
  channel.tap('a1', 1, undefined, 'children');
  expect(shown()).toEqual(['adults 8 1 7', 'children 4 0 4']);
  expect(sent()).toMatchObject({ seq: 1, taps: [{ areaId: 'a1', change: 1, category: 'children' }] });
  ack(1);
  expect(shown()).toEqual(['adults 8 1 7', 'children 4 0 4']);
  const categories = [counts(7, 3)[0] ?? [], { categoryId: 'children', ins: 4, outs: 0, occupancy: 4 }].flat();
  const { areaName: _name, capacity: _capacity, ...count } = hall({ currentOccupancy: 11, version: 2, categories });
  world.socket.receive({ type: 'occupancy_updated', eventId: 'e1', version: 2, areas: [count] });
  expect(shown()).toEqual(['adults 8 1 7', 'children 4 0 4']);
});

test('an undo keeps the category of its tap, in what it offers, shows and sends', () => {
  channel.tap('a1', 1, undefined, 'children');
  expect(channel.snapshot.undoable).toMatchObject({ change: 1, category: 'children' });
  channel.undo();
  expect(shown()).toEqual(['adults 8 1 7', 'children 3 0 3']);
  ack(1);
  expect(sent()).toMatchObject({ seq: 2, taps: [{ change: -1, undoes: 1, category: 'children' }] });
});

test('the people inside are unknown after an unnamed tap, and known again when it is undone', () => {
  channel.tap('a1', -1);
  expect(shown()).toEqual(['adults 8 1 null', 'children 3 0 null']);
  channel.undo();
  expect(shown()).toEqual(['adults 8 1 7', 'children 3 0 3']);
});

test('numbers that cannot be right are unknown: more children leave than came', () => {
  const leave = () => channel.tap('a1', -1, undefined, 'children');
  leave();
  leave();
  leave();
  expect(shown()).toEqual(['adults 8 1 7', 'children 3 3 0']);
  leave();
  expect(shown()).toEqual(['adults 8 1 null', 'children 3 4 null']);
});

test('what the room does not know stays unknown', async () => {
  await connect(hall({ categories: counts(null, null) }));
  channel.tap('a1', 1, undefined, 'adults');
  expect(shown()).toEqual(['adults 9 1 null', 'children 3 0 null']);
});

test('a category that the counts do not list yet appears with its first tap', () => {
  channel.tap('a2', 1, undefined, 'staff');
  expect(shown(1)).toEqual(['staff 1 0 1']);
});

test('a transfer without a category makes both areas unknown', () => {
  channel.tap('a2', 1, undefined, 'staff');
  channel.tap('a1', -1, 'a2');
  expect([shown(), shown(1)]).toEqual([['adults 8 1 null', 'children 3 0 null'], ['staff 1 0 null']]);
});

test('the areas of an event without categories have none, whatever a tap says', async () => {
  await connect(area({ version: 1, currentOccupancy: 10 }));
  channel.tap('a1', 1, undefined, 'children');
  expect(channel.snapshot.areas?.[0]).toMatchObject({ currentOccupancy: 11 });
  expect(channel.snapshot.areas?.[0]).not.toHaveProperty('categories');
});
