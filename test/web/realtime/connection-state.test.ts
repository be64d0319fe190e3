import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/shared/limits';
import { formatRecent } from '../../../web/src/lib/format';
import { connectionState } from '../../../web/src/realtime/connection-state';
import { unknownRoom } from '../../../web/src/realtime/snapshot';
import { alert } from '../support/alerts';
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

describe('areas of an earlier visit', () => {
  const LAST_VISIT = 500_000;
  const KEPT = { areas: [area({ currentOccupancy: 40, totalEntries: 60, version: 90 })], syncedAt: LAST_VISIT };

  test('are there at once, as old as they are, and counted upon', async () => {
    const { world, channel, tap, shown } = await openChannel(KEPT);
    expect(channel.snapshot).toMatchObject({ connection: 'connecting', remembered: true, syncedAt: LAST_VISIT });
    tap(1);
    expect(shown()).toBe(41);
    world.socket.closeWith(1006);
    expect(channel.snapshot).toMatchObject({ connection: 'disconnected', remembered: true, syncedAt: LAST_VISIT });
  });

  test.each([90, 3])('give way with their alerts to the room’s sync, be its version %i', async (version) => {
    const { world, channel, connect, shown } = await openChannel({ ...KEPT, alerts: [alert()] });
    expect(channel.snapshot.alerts).toEqual([alert()]);
    connect({ areas: [area({ currentOccupancy: 7, version })], version, alerts: [] });
    expect(shown()).toBe(7);
    expect(channel.snapshot).toMatchObject({
      connection: 'connected',
      remembered: false,
      syncedAt: world.nowMs,
      alerts: [],
    });
  });

  test('are no reason to renumber taps: only a room’s own word of another history is', async () => {
    const { world, connect, tap } = await openChannel(KEPT);
    tap(1);
    connect({ epoch: 'another' });
    await world.pass(0);
    expect(world.sockets).toHaveLength(1);
    expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1 });
  });

  test('taps made upon them count once', async () => {
    const { world, connect, tap, shown } = await openChannel(KEPT);
    tap(1, 1);
    connect({ areas: [area({ currentOccupancy: 50, version: 95 })], version: 95 });
    expect(shown()).toBe(52);
    world.socket.receive({ type: 'ack', seq: 2, version: 96 });
    const { areaName: _name, capacity: _capacity, ...count } = area({ currentOccupancy: 52, version: 96 });
    world.socket.receive({ type: 'occupancy_updated', eventId: 'e1', version: 96, areas: [count] });
    expect(shown()).toBe(52);
  });

  test('without taps a list is enough; with taps unsent they stay what they are until the room has them', async () => {
    const list = [area({ currentOccupancy: 9, version: 2 })];
    const idle = await openChannel(KEPT);
    idle.world.areas = { ok: true, value: list };
    await idle.channel.refresh();
    expect(idle.shown()).toBe(9);
    expect(idle.channel.snapshot).toMatchObject({ remembered: false, syncedAt: idle.world.nowMs });

    const { world, channel, connect, tap, shown } = await openChannel(KEPT);
    world.areas = { ok: true, value: list };
    tap(1);
    await channel.refresh();
    expect(shown()).toBe(41);
    expect(channel.snapshot).toMatchObject({ remembered: true, syncedAt: LAST_VISIT });
    connect({ areas: list, version: 2 });
    expect(shown()).toBe(10);
    expect(channel.snapshot.remembered).toBe(false);
  });

  test.each([
    ['no answer', 'unanswered', false],
    ['an answer with an error', 'later', true],
  ] as const)('after %s: that the list could not be loaded is told: %s, %s', async (_what, failure, loadFailed) => {
    const { world, channel, connect } = await openChannel(KEPT);
    world.areas = { ok: false, failure };
    await channel.refresh();
    expect(channel.snapshot).toMatchObject({ loadFailed, remembered: true });
    connect();
    expect(channel.snapshot).toMatchObject({ loadFailed: false, remembered: false });
  });
});
