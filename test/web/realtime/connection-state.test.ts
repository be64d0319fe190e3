import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/shared/limits';
import { CLOSE } from '../../../src/shared/protocol/version';
import { formatRecent } from '../../../web/src/lib/format';
import { RoomChannel } from '../../../web/src/realtime/channel';
import { connectionState } from '../../../web/src/realtime/connection-state';
import { unknownRoom } from '../../../web/src/realtime/snapshot';
import { area, sync } from '../support/areas';
import { FakeWorld } from '../support/fake-effects';
import { failUntilPolling } from '../support/polling';
import { roomListeners } from '../support/room-listeners';

describe('what is shown of a line', () => {
  const AT = 1_700_000_000_000;

  test.each([
    ['connected', null, false, { live: true, numbersFrom: null, canRetry: false }],
    ['connected', null, true, { live: false, numbersFrom: AT, canRetry: false }],
    ['connecting', null, false, { live: true, numbersFrom: AT, canRetry: false }],
    ['connecting', null, true, { live: false, numbersFrom: AT, canRetry: false }],
    ['disconnected', null, false, { live: false, numbersFrom: AT, canRetry: true }],
    ['disconnected', null, true, { live: false, numbersFrom: AT, canRetry: true }],
    ['disconnected', 'replaced', false, { live: false, numbersFrom: AT, canRetry: false }],
  ] as const)('%s, ended %s, of an earlier visit: %s', (connection, ended, remembered, shown) => {
    const line = { connection, ended, remembered, syncedAt: AT };
    expect(connectionState(line, 3)).toEqual({ connection, unsentTaps: 3, ...shown });
  });

  test('where there are no numbers, none are old', () => {
    expect(connectionState({ ...unknownRoom, connection: 'disconnected' }, 0).numbersFrom).toBeNull();
  });

  test('the time, also across midnight; with its day, if it is an older one', () => {
    const at = Date.UTC(2026, 10, 20, 23, 58);
    expect(formatRecent(at, at + 3 * HOUR_MS)).toMatch(/^\d\d:58$/);
    expect(formatRecent(at, at + 12 * HOUR_MS)).toMatch(/^Nov 2[01] \d\d:58$/);
  });
});

describe('the room’s last word', () => {
  let world: FakeWorld;
  let channel: RoomChannel;

  beforeEach(async () => {
    world = new FakeWorld();
    channel = new RoomChannel('e1', world.effects, roomListeners(), world.homeInMemory());
    channel.start();
    await world.pass(0);
  });

  async function connect() {
    world.socket.open();
    world.socket.receive(sync());
    await world.pass(0);
  }

  test('is that of the last message, be it only a pong', async () => {
    expect(channel.snapshot.syncedAt).toBeNull();
    await connect();
    expect(channel.snapshot.syncedAt).toBe(world.nowMs);
    await world.pass(20_000);
    const heardAt = world.nowMs;
    world.socket.receive('pong');
    await world.pass(3_000);
    world.socket.closeWith(1006);
    expect(channel.snapshot).toMatchObject({ connection: 'disconnected', syncedAt: heardAt });
  });

  test('a socket that has not joined says nothing about the numbers', async () => {
    await connect();
    const heardAt = world.nowMs;
    world.socket.closeWith(1006);
    await world.pass(1_000);
    world.socket.open();
    world.socket.receive('pong');
    world.socket.closeWith(1006);
    expect(channel.snapshot.syncedAt).toBe(heardAt);
  });

  test('is the list’s, from polling too', async () => {
    world.areas = { ok: true, value: [area()] };
    await channel.refresh();
    const listedAt = world.nowMs;
    expect(channel.snapshot.syncedAt).toBe(listedAt);
    await failUntilPolling(world);
    expect(channel.snapshot).toMatchObject({ connection: 'connected', syncedAt: world.nowMs });
    const polledAt = world.nowMs;
    world.areas = { ok: false, failure: 'later' };
    await world.pass(3_000);
    expect(channel.snapshot).toMatchObject({ connection: 'disconnected', syncedAt: polledAt });
  });

  test('is kept when the room closes for good', async () => {
    await connect();
    const heardAt = world.nowMs;
    await world.pass(5_000);
    world.socket.closeWith(CLOSE.replaced);
    expect(channel.snapshot).toMatchObject({ ended: 'replaced', syncedAt: heardAt });
  });
});

describe('areas keep their identity while they say the same', () => {
  const OTHER = area({ areaId: 'a2', areaName: 'Bar' });
  let world: FakeWorld;
  let channel: RoomChannel;

  beforeEach(async () => {
    world = new FakeWorld();
    channel = new RoomChannel('e1', world.effects, roomListeners(), world.homeInMemory());
    channel.start();
    await world.pass(0);
    world.socket.open();
    world.socket.receive(sync({ areas: [area(), OTHER] }));
  });

  const areas = () => channel.snapshot.areas ?? [];

  test('a tap changes one, also beside unsent taps on another', () => {
    channel.tap('a2', 1);
    const [main, bar] = areas();
    channel.tap('a1', 1);
    expect(areas()[0]).not.toBe(main);
    expect(areas()[1]).toBe(bar);
  });

  test('a broadcast changes those it is about', () => {
    const [main, bar] = areas();
    const { areaName: _name, capacity: _capacity, ...count } = area({ currentOccupancy: 5, version: 5 });
    world.socket.receive({ type: 'occupancy_updated', eventId: 'e1', version: 5, areas: [count] });
    expect(areas()[0]).not.toBe(main);
    expect(areas()[1]).toBe(bar);
  });

  test('a list or a sync with nothing new changes nothing', async () => {
    const before = channel.snapshot.areas;
    world.areas = { ok: true, value: [area(), { ...OTHER }] };
    await channel.refresh();
    expect(channel.snapshot.areas).toBe(before);
    world.socket.receive(sync({ areas: [area(), { ...OTHER }] }));
    expect(channel.snapshot.areas).toBe(before);
  });
});
