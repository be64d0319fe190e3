import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/shared/limits';
import { formatRecent } from '../../../web/src/lib/format';
import { connectionState } from '../../../web/src/realtime/connection-state';
import { unknownRoom } from '../../../web/src/realtime/snapshot';
import { area, sync } from '../support/areas';
import { openChannel } from '../support/open-channel';
import { failUntilPolling } from '../support/polling';

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
  test('is that of the last message, be it only a pong, but not of a socket that has not joined', async () => {
    const { world, channel, connect } = await openChannel();
    expect([channel.snapshot.syncedAt, channel.lastKnown]).toEqual([null, null]);
    connect();
    expect(channel.snapshot.syncedAt).toBe(world.nowMs);
    await world.pass(20_000);
    const heardAt = world.nowMs;
    world.socket.receive('pong');
    await world.pass(3_000);
    expect(channel.lastKnown?.syncedAt).toBe(heardAt);
    world.socket.closeWith(1006);
    expect(channel.snapshot).toMatchObject({ connection: 'disconnected', syncedAt: heardAt });
    expect(channel.lastKnown?.syncedAt).toBe(heardAt);
    await world.pass(1_000);
    world.socket.open();
    world.socket.receive('pong');
    world.socket.closeWith(1006);
    expect(channel.snapshot.syncedAt).toBe(heardAt);
    channel.close();
    expect(channel.lastKnown).toBeNull();
  });

  test('is the list’s, from polling too', async () => {
    const { world, channel } = await openChannel();
    world.areas = { ok: true, value: [area()] };
    await channel.refresh();
    expect(channel.snapshot.syncedAt).toBe(world.nowMs);
    await failUntilPolling(world);
    const polledAt = world.nowMs;
    expect(channel.snapshot).toMatchObject({ connection: 'connected', syncedAt: polledAt });
    world.areas = { ok: false, failure: 'later' };
    await world.pass(3_000);
    expect(channel.snapshot).toMatchObject({ connection: 'disconnected', syncedAt: polledAt });
  });

  test('holds own taps once the room has acknowledged them', async () => {
    const { world, channel, connect, tap, shown } = await openChannel();
    connect({ areas: [area({ currentOccupancy: 5, version: 1 })], version: 1 });
    tap(1, 1);
    expect(channel.lastKnown?.areas[0]).toMatchObject({ currentOccupancy: 5 });
    world.socket.receive({ type: 'ack', seq: 1, version: 2 });
    expect(channel.lastKnown?.areas[0]).toMatchObject({ currentOccupancy: 6, totalEntries: 1 });
    expect(shown()).toBe(7);
  });
});

describe('areas keep their identity while they say the same', () => {
  const OTHER = area({ areaId: 'a2', areaName: 'Bar' });

  test('a tap changes one, also beside unsent taps on another; a list or a sync without news changes none', async () => {
    const { world, channel, connect } = await openChannel();
    connect({ areas: [area(), OTHER] });
    const before = channel.snapshot.areas;
    world.areas = { ok: true, value: [area(), { ...OTHER }] };
    await channel.refresh();
    expect(channel.snapshot.areas).toBe(before);
    world.socket.receive(sync({ areas: [area(), { ...OTHER }] }));
    expect(channel.snapshot.areas).toBe(before);
    channel.tap('a2', 1);
    const [main, bar] = channel.snapshot.areas ?? [];
    channel.tap('a1', 1);
    expect(channel.snapshot.areas?.[0]).not.toBe(main);
    expect(channel.snapshot.areas?.[1]).toBe(bar);
  });

  test('a broadcast changes those it is about', async () => {
    const { world, channel, connect } = await openChannel();
    connect({ areas: [area(), OTHER] });
    const [main, bar] = channel.snapshot.areas ?? [];
    const { areaName: _name, capacity: _capacity, ...count } = area({ currentOccupancy: 5, version: 5 });
    world.socket.receive({ type: 'occupancy_updated', eventId: 'e1', version: 5, areas: [count] });
    expect(channel.snapshot.areas?.[0]).not.toBe(main);
    expect(channel.snapshot.areas?.[1]).toBe(bar);
  });
});
