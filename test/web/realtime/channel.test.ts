import { expect, test } from 'vitest';
import { FORCE_REFRESH_SPREAD_MS } from '../../../src/shared/protocol/limits';
import { CLOSE } from '../../../src/shared/protocol/version';
import { area } from '../support/areas';
import { DRILL } from '../support/evacuations';
import { openChannel } from '../support/open-channel';

type AreasAnswer = Awaited<ReturnType<Awaited<ReturnType<typeof openChannel>>['world']['areasAnswer']>>;

const taps = (changes: number[]) => changes.map((change) => expect.objectContaining({ areaId: 'a1', change }));
const WITH_TERRACE = [area(), area({ areaId: 'a2', areaName: 'Terrace' })];

test('the channel joins with its client id and is connected after the sync', async () => {
  const { world, channel, connect, tap } = await openChannel();
  expect(world.socket.path).toBe('/api/events/e1/socket?v=1&waits=1');
  expect(channel.snapshot.connection).toBe('connecting');
  tap(1);
  world.socket.open();
  const { deviceId } = world.device;
  const join = { type: 'join_event', eventId: 'e1', clientId: 'client-000000000001', deviceId, direction: 'both' };
  expect(world.socket.frames).toEqual([join]);
  connect();
  expect(channel.snapshot).toMatchObject({ connection: 'connected', countingAllowed: true });
  // This tap was made before the sync.
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1 });
});

test('a tap shows and is sent at once; the next taps wait for the ack and are sent together', async () => {
  const { world, channel, connect, tap, shown } = await openChannel();
  connect();
  tap(1);
  expect(shown()).toBe(1);
  tap(1, -1);
  expect(world.socket.frames.slice(1)).toEqual([
    { type: 'update_occupancy', eventId: 'e1', seq: 1, sentAt: world.nowMs, taps: taps([1]) },
  ]);
  world.socket.receive({ type: 'ack', seq: 1, version: 1 });
  expect(world.socket.frames.at(-1)).toMatchObject({ seq: 2, taps: taps([1, -1]) });
  expect(channel.snapshot.unsentTaps).toBe(2);
});

test('the channel reconnects with growing waits and sends unacknowledged taps again', async () => {
  const { world, channel, connect, tap, shown } = await openChannel();
  connect();
  tap(1, 1);
  world.socket.closeWith(1006);
  expect(channel.snapshot.connection).toBe('disconnected');
  await world.pass(999);
  expect(world.sockets).toHaveLength(1);
  await world.pass(1);
  expect(world.sockets).toHaveLength(2);
  world.socket.closeWith(1006);
  await world.pass(2_000);
  expect(world.sockets).toHaveLength(3);
  connect({ lastSeq: 1, areas: [area({ currentOccupancy: 1, version: 1 })] });
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 2, taps: taps([1]) });
  expect(shown()).toBe(2);
});

test.each([
  [CLOSE.badFrame, 'refused'],
  [CLOSE.notAllowed, 'refused'],
  [CLOSE.replaced, 'replaced'],
  [CLOSE.reloadNeeded, 'reload_needed'],
])('close code %i is final', async (code, ended) => {
  const { world, channel, connect, tap, shown } = await openChannel();
  connect();
  const heardAt = world.nowMs;
  await world.pass(5_000);
  world.socket.closeWith(code);
  await world.pass(120_000);
  expect(world.sockets).toHaveLength(1);
  expect(channel.snapshot).toMatchObject({ connection: 'disconnected', ended, syncedAt: heardAt });
  tap(1);
  expect(shown()).toBe(0);
});

test('the API decides after a failed handshake whether the channel continues', async () => {
  const { world, listeners } = await openChannel();
  world.areas = { ok: false, failure: 'gone' };
  world.socket.closeWith(1006);
  await world.pass(60_000);
  expect(listeners.gone).toHaveBeenCalledOnce();
  expect(world.sockets).toHaveLength(1);
});

test('areas_changed loads the list within a random second, once for several messages, and retries until it has one', async () => {
  const { world, channel, connect, shown } = await openChannel();
  connect();
  world.randomValue = 0.5;
  const calls = world.areaCalls;
  for (let change = 0; change < 3; change += 1) world.socket.receive({ type: 'areas_changed', eventId: 'e1' });
  await world.pass(FORCE_REFRESH_SPREAD_MS / 2 - 1);
  expect(world.areaCalls).toBe(calls);
  await world.pass(1);
  expect(world.areaCalls).toBe(calls + 1);
  await world.pass(FORCE_REFRESH_SPREAD_MS + 3_000);
  expect(world.areaCalls).toBeGreaterThanOrEqual(calls + 2);
  expect(world.areaCalls).toBeLessThanOrEqual(calls + 4);
  expect(shown()).toBe(0);
  world.areas = { ok: true, value: WITH_TERRACE };
  await world.pass(20_000);
  expect(channel.snapshot.areas).toMatchObject(WITH_TERRACE);
  const answered = world.areaCalls;
  await world.pass(20_000);
  expect(world.areaCalls).toBe(answered);
});

test('a list of areas that was asked for before an order or a drill began takes neither away', async () => {
  const { world, channel, connect } = await openChannel();
  connect();
  const answers: ((answer: AreasAnswer) => void)[] = [];
  world.areasAnswer = () => new Promise((resolve) => answers.push(resolve));
  world.socket.receive({ type: 'areas_changed', eventId: 'e1' });
  await world.pass(FORCE_REFRESH_SPREAD_MS);
  expect(answers).toHaveLength(1);
  world.socket.receive({ type: 'evacuation_changed', eventId: 'e1', evacuation: DRILL });
  // The room's answer to this has the changed areas, and stands in order with all its messages.
  expect(world.socket.frames.at(-1)).toEqual({ type: 'request_sync' });
  answers[0]?.({ ok: true, value: [area()] });
  await world.pass(1);
  expect(channel.snapshot.evacuation).toEqual(DRILL);
});

test('a client id that belongs to another principal is replaced: the taps go under a new one on a new socket', async () => {
  const { world, channel, connect, tap } = await openChannel();
  tap(1, 1);
  world.socket.open();
  world.socket.receive({ type: 'error', code: 'client_id_taken', message: 'This client id is in use.' });
  world.socket.closeWith(CLOSE.notAllowed);
  expect(channel.snapshot).toMatchObject({ ended: null, unsentTaps: 2 });
  await world.pass(1_000);
  expect(world.sockets).toHaveLength(2);
  connect();
  expect(world.socket.frames).toMatchObject([
    { type: 'join_event', clientId: 'client-000000000002' },
    { seq: 1, taps: taps([1, 1]) },
  ]);
});

test('refused taps are reported by area and reason and no longer shown', async () => {
  const { world, listeners, connect, tap, shown } = await openChannel();
  connect();
  tap(1, 1);
  const rejected = [{ seq: 1, code: 'counting_locked', message: 'Locked.' }];
  world.socket.receive({ type: 'ack', seq: 1, version: 0, rejected });
  expect(listeners.uncounted).toHaveBeenCalledExactlyOnceWith([
    { areaId: 'a1', areaName: 'Main Stage', reason: 'Locked.', code: 'counting_locked', taps: 1 },
  ]);
  expect(shown()).toBe(1);
});

test('an acknowledged tap without its update requests a sync', async () => {
  const { world, connect, tap } = await openChannel();
  connect();
  tap(1);
  world.socket.receive({ type: 'ack', seq: 1, version: 1 });
  await world.pass(2_000);
  expect(world.socket.frames.at(-1)).toEqual({ type: 'request_sync' });
});

test.each([
  ['taps that a restored room has already counted are not sent again', 0, { epoch: 'epoch-2', lastSeq: 2 }, 3, [3]],
  [
    'the remaining taps go under a new client id from 1 in another epoch',
    1,
    { epoch: 'epoch-2', lastSeq: 1 },
    1,
    [2, 3],
  ],
  ['a room that has forgotten this client gets the remaining taps under a new id', 1, { lastSeq: 0 }, 1, [2, 3]],
])('%s', async (_what, acked, fields, occupancy, left) => {
  const { world, connect, tap, shown } = await openChannel();
  connect();
  tap(1, 2, 3);
  if (acked > 0) world.socket.receive({ type: 'ack', seq: acked, version: 1 });
  world.socket.closeWith(1006);
  await world.pass(1_000);
  const areas = [area({ currentOccupancy: occupancy, version: 2 })];
  connect({ ...fields, areas });
  await world.pass(0);
  expect([world.sockets.length, shown()]).toEqual([3, 6]);
  connect({ ...fields, lastSeq: 0, areas });
  expect(world.socket.frames).toMatchObject([
    { type: 'join_event', clientId: 'client-000000000002' },
    { seq: 1, taps: taps(left) },
  ]);
  expect(shown()).toBe(6);
});
