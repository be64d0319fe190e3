import { expect, test } from 'vitest';
import { alert } from '../support/alerts';
import { area } from '../support/areas';
import { openChannel } from '../support/open-channel';

const LAST_VISIT = 500_000;
const KEPT = { areas: [area({ currentOccupancy: 40, totalEntries: 60, version: 90 })], syncedAt: LAST_VISIT };

test('areas of an earlier visit are there at once, as old as they are, and counted upon', async () => {
  const { world, channel, tap, shown } = await openChannel(KEPT);
  expect(channel.snapshot).toMatchObject({ connection: 'connecting', remembered: true, syncedAt: LAST_VISIT });
  tap(1);
  expect(shown()).toBe(41);
  world.socket.closeWith(1006);
  expect(channel.snapshot).toMatchObject({ connection: 'disconnected', remembered: true, syncedAt: LAST_VISIT });
});

test.each([90, 3])('they and their alerts give way to the room’s sync, be its version %i', async (version) => {
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

test('they are no reason to renumber taps: only a room’s own word of another history is', async () => {
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
