import { beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '../../../src/shared/durations';
import { RoomChannel } from '../../../web/src/realtime/channel';
import { area, sync } from '../support/areas';
import { FakeWorld } from '../support/fake-effects';
import { roomListeners } from '../support/room-listeners';

const listeners = roomListeners();
let world: FakeWorld;
let channel: RoomChannel;

const AREAS = [
  area({ version: 1, currentOccupancy: 10, totalEntries: 10 }),
  area({ areaId: 'a2', areaName: 'Bar', version: 1, currentOccupancy: 3, totalEntries: 3 }),
];

async function connect(fields = {}) {
  await world.pass(0);
  world.socket.open();
  world.socket.receive(sync({ version: 1, areas: AREAS, ...fields }));
}

beforeEach(async () => {
  vi.clearAllMocks();
  world = new FakeWorld();
  channel = new RoomChannel('e1', world.effects, listeners, world.homeInMemory());
  channel.start();
  await connect();
});

/** The shown numbers of both areas: people inside, entries, exits and unsent taps. */
const shown = () =>
  channel.snapshot.areas?.map(
    (one) => `${one.currentOccupancy}: ${one.totalEntries} in, ${one.totalExits} out, ${one.unsentTaps ?? 0} unsent`,
  );
const ack = (seq: number, more = {}) => world.socket.receive({ type: 'ack', seq, version: seq + 1, ...more });
const sent = () => world.socket.frames.at(-1);

test('each undo takes back one tap, newest first, as its own entry that lowers the total of its tap', () => {
  const at = world.nowMs;
  expect(channel.snapshot.undoable).toBeNull();
  channel.tap('a1', 1);
  ack(1);
  channel.tap('a1', 1);
  channel.tap('a2', -2);
  expect(channel.snapshot.undoable).toEqual({ areaId: 'a2', change: -2, at });
  channel.undo();
  expect(channel.snapshot.undoable).toEqual({ areaId: 'a1', change: 1, at });
  expect(shown()).toEqual(['12: 12 in, 0 out, 1 unsent', '3: 3 in, 0 out, 2 unsent']);
  channel.undo();
  channel.undo();
  expect(channel.snapshot.undoable).toBeNull();
  expect(shown()).toEqual(['10: 10 in, 0 out, 3 unsent', '3: 3 in, 0 out, 2 unsent']);
  channel.undo();
  ack(2);
  expect(sent()).toMatchObject({
    seq: 3,
    taps: [
      { areaId: 'a2', change: -2 },
      { areaId: 'a2', change: 2, undoes: 3 },
      { areaId: 'a1', change: -1, undoes: 2 },
      { areaId: 'a1', change: -1, undoes: 1 },
    ],
  });
  ack(6);
  expect(channel.snapshot).toMatchObject({ unsentTaps: 0, undoable: null });
});

test('a transfer changes both areas at once, and so does its undo', () => {
  channel.tap('a1', -4, 'a2');
  expect(sent()).toMatchObject({ seq: 1, taps: [{ areaId: 'a1', change: -4, to: 'a2' }] });
  expect(shown()).toEqual(['6: 10 in, 4 out, 1 unsent', '7: 7 in, 0 out, 1 unsent']);
  expect(channel.snapshot).toMatchObject({ unsentTaps: 1, undoable: { areaId: 'a1', change: -4, to: 'a2' } });
  ack(1);
  expect(shown()).toEqual(['6: 10 in, 4 out, 0 unsent', '7: 7 in, 0 out, 0 unsent']);
  channel.undo();
  expect(sent()).toMatchObject({ seq: 2, taps: [{ areaId: 'a1', change: 4, to: 'a2', undoes: 1 }] });
  expect(shown()).toEqual(['10: 10 in, 0 out, 1 unsent', '3: 3 in, 0 out, 1 unsent']);
});

test('a refused transfer disappears from both areas, is reported with both names, and cannot be undone', () => {
  channel.tap('a1', 1);
  ack(1);
  channel.tap('a1', -40, 'a2');
  const [code, reason] = ['not_enough_people', 'There are not that many people in this area.'];
  ack(2, { version: 2, rejected: [{ seq: 2, code, message: reason }] });
  expect(shown()).toEqual(['11: 11 in, 0 out, 0 unsent', '3: 3 in, 0 out, 0 unsent']);
  const to = { areaId: 'a2', areaName: 'Bar' };
  expect(listeners.uncounted).toHaveBeenCalledExactlyOnceWith([
    { areaId: 'a1', areaName: 'Main Stage', to, kind: 'transfer', reason, code, taps: 1 },
  ]);
  expect(channel.snapshot.undoable).toMatchObject({ areaId: 'a1', change: 1 });
});

test('a tap of almost an hour ago can no longer be undone, even if nothing else happens', async () => {
  channel.end();
  const quiet = new RoomChannel('e1', world.effects, listeners, world.homeInMemory());
  quiet.tap('a1', 1);
  await world.pass(30 * MINUTE_MS);
  quiet.tap('a1', 2);
  listeners.changed.mockClear();
  await world.pass(55 * MINUTE_MS);
  expect(quiet.snapshot.undoable).toMatchObject({ change: 2 });
  expect(listeners.changed).not.toHaveBeenCalled();
  await world.pass(1);
  expect(listeners.changed).toHaveBeenCalledOnce();
  expect(quiet.snapshot.undoable).toBeNull();
  quiet.undo();
  expect(quiet.snapshot.unsentTaps).toBe(2);
});

test('a tap acknowledged in an earlier epoch cannot be undone; unsent taps get their new seq', async () => {
  channel.tap('a1', 1);
  ack(1);
  channel.tap('a1', 2);
  channel.tap('a1', 3);
  world.socket.receive(sync({ epoch: 'another', version: 0, lastSeq: 0, areas: [] }));
  await connect({ epoch: 'another', version: 0 });
  expect(sent()).toMatchObject({ seq: 1, taps: [{ change: 2 }, { change: 3 }] });
  channel.undo();
  ack(2);
  expect(sent()).toMatchObject({ seq: 3, taps: [{ change: -3, undoes: 2 }] });
  channel.undo();
  expect(channel.snapshot.undoable).toBeNull();
  ack(3);
  expect(sent()).toMatchObject({ seq: 4, taps: [{ change: -2, undoes: 1 }] });
});
