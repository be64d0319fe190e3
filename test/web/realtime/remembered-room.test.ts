import { beforeEach, describe, expect, test } from 'vitest';
import { RoomChannel } from '../../../web/src/realtime/channel';
import { alert } from '../support/alerts';
import { area, sync } from '../support/areas';
import { FakeWorld } from '../support/fake-effects';
import { roomListeners } from '../support/room-listeners';

const LAST_VISIT = 500_000;
const KEPT = { areas: [area({ currentOccupancy: 40, totalEntries: 60, version: 90 })], syncedAt: LAST_VISIT };

let world: FakeWorld;
let channel: RoomChannel;
const shown = () => channel.snapshot.areas?.[0]?.currentOccupancy;

beforeEach(async () => {
  world = new FakeWorld();
  channel = new RoomChannel('e1', world.effects, roomListeners(), world.homeInMemory(), KEPT);
  channel.start();
  await world.pass(0);
});

async function connect(fields = {}) {
  world.socket.open();
  world.socket.receive(sync(fields));
  await world.pass(0);
}

describe('areas of an earlier visit', () => {
  test('are there at once, as old as they are, and counted upon', () => {
    expect(channel.snapshot).toMatchObject({ connection: 'connecting', remembered: true, syncedAt: LAST_VISIT });
    channel.tap('a1', 1);
    expect(shown()).toBe(41);
    world.socket.closeWith(1006);
    expect(channel.snapshot).toMatchObject({ connection: 'disconnected', remembered: true, syncedAt: LAST_VISIT });
  });

  test('have their alerts beside them, until the room says which there are', async () => {
    const known = { ...KEPT, alerts: [alert()] };
    const other = new RoomChannel('e1', world.effects, roomListeners(), world.homeInMemory(), known);
    other.start();
    await world.pass(0);
    expect(other.snapshot.alerts).toEqual(known.alerts);
    world.socket.open();
    world.socket.receive(sync({ alerts: [] }));
    expect(other.snapshot.alerts).toEqual([]);
  });

  test.each([90, 3])('give way to the room’s sync, be its version %i', async (version) => {
    await connect({ areas: [area({ currentOccupancy: 7, version })], version });
    expect(shown()).toBe(7);
    expect(channel.snapshot).toMatchObject({ connection: 'connected', remembered: false, syncedAt: world.nowMs });
  });

  test('are no reason to renumber taps: only a room’s own word of another history is', async () => {
    channel.tap('a1', 1);
    await connect({ epoch: 'another' });
    expect(world.sockets).toHaveLength(1);
    expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1 });
  });

  test('count with the taps made upon them once these are through', async () => {
    channel.tap('a1', 1);
    channel.tap('a1', 1);
    await connect({ areas: [area({ currentOccupancy: 50, version: 95 })], version: 95 });
    expect(shown()).toBe(52);
    world.socket.receive({ type: 'ack', seq: 2, version: 96 });
    const { areaName: _name, capacity: _capacity, ...count } = area({ currentOccupancy: 52, version: 96 });
    world.socket.receive({ type: 'occupancy_updated', eventId: 'e1', version: 96, areas: [count] });
    expect(shown()).toBe(52);
  });

  test('give way to a list; with taps unsent they stay what they are until the room has them', async () => {
    world.areas = { ok: true, value: [area({ currentOccupancy: 9, version: 2 })] };
    channel.tap('a1', 1);
    await channel.refresh();
    expect(shown()).toBe(41);
    expect(channel.snapshot).toMatchObject({ remembered: true, syncedAt: LAST_VISIT });
    await connect({ areas: [area({ currentOccupancy: 9, version: 2 })], version: 2 });
    expect(shown()).toBe(10);
    expect(channel.snapshot.remembered).toBe(false);
  });

  test('without taps a list is enough', async () => {
    world.areas = { ok: true, value: [area({ currentOccupancy: 9, version: 2 })] };
    await channel.refresh();
    expect(shown()).toBe(9);
    expect(channel.snapshot).toMatchObject({ remembered: false, syncedAt: world.nowMs });
  });

  test.each([
    ['no answer', 'unanswered', false],
    ['an answer with an error', 'later', true],
  ] as const)('after %s: that the list could not be loaded is told: %s, %s', async (_what, failure, loadFailed) => {
    world.areas = { ok: false, failure };
    await channel.refresh();
    expect(channel.snapshot).toMatchObject({ loadFailed, remembered: true });
    await connect();
    expect(channel.snapshot).toMatchObject({ loadFailed: false, remembered: false });
  });
});

describe('what is kept for a later visit', () => {
  test('is nothing before the room has spoken, and nothing once it is closed', async () => {
    expect(channel.lastKnown).toBeNull();
    await connect();
    expect(channel.lastKnown).not.toBeNull();
    channel.close();
    expect(channel.lastKnown).toBeNull();
  });

  test('is what the room has: own taps once it has acknowledged them', async () => {
    await connect({ areas: [area({ currentOccupancy: 5, version: 1 })], version: 1 });
    channel.tap('a1', 1);
    channel.tap('a1', 1);
    expect(channel.lastKnown?.areas[0]).toMatchObject({ currentOccupancy: 5 });
    world.socket.receive({ type: 'ack', seq: 1, version: 2 });
    expect(channel.lastKnown?.areas[0]).toMatchObject({ currentOccupancy: 6, totalEntries: 1 });
    expect(shown()).toBe(7);
  });

  test('is as old as the last word of the room, be it only a pong', async () => {
    await connect();
    await world.pass(20_000);
    world.socket.receive('pong');
    expect(channel.lastKnown?.syncedAt).toBe(world.nowMs);
    const heardAt = world.nowMs;
    await world.pass(4_000);
    expect(channel.lastKnown?.syncedAt).toBe(heardAt);
    world.socket.closeWith(1006);
    expect(channel.lastKnown?.syncedAt).toBe(heardAt);
  });
});
