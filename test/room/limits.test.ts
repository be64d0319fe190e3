import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { stopClock } from '../support/clock';
import {
  acked,
  ADMIN,
  batch,
  clientIdOf,
  counts,
  EVENT_ID,
  joinRoom,
  knownRoom,
  ones,
  openDevice,
  poll as pollAs,
  query,
  refusal,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests how much a session may send, and how many sockets a session and a room may have. */

// The clock stands still, so allowances refill only when a test moves it.
beforeEach(() => stopClock());

const pass = (ms: number): void => void vi.setSystemTime(Date.now() + ms);
const poll = (n: number, seq: number, changes: number[], sessionId = 'session-1') =>
  pollAs(n, batch(seq, changes), ADMIN, sessionId);
const tooFast = (retryAfterMs: number) => ({ ok: false, code: 'too_fast', retryAfterMs });

async function roomOf(limits: Partial<typeof env>): Promise<void> {
  Object.assign(env, limits);
  await knownRoom();
}

test('a session has a limited number of taps by socket and polling, and refused taps are neither counted nor acknowledged', async () => {
  await roomOf({ MAX_TAPS_PER_SECOND: '0.1' });
  const { device } = await joinRoom(clientIdOf(1));
  expect(await acked(device, batch(1, ones(4)))).toMatchObject({ seq: 4 });
  expect(await poll(2, 1, ones(5))).toMatchObject({ ok: true });
  device.send(batch(5, ones(2)));
  expect(await device.next('retry')).toEqual({ type: 'retry', seq: 5, afterMs: 10_000 });
  expect(await poll(2, 6, ones(2))).toEqual(tooFast(10_000));
  expect(await counts()).toMatchObject({ main: [9, 9, 0] });
  expect(device.closed).toBeNull();

  // Another session has its own allowance.
  expect(await poll(3, 1, ones(10), 'session-2')).toMatchObject({ ok: true });
  // A batch that exceeds the whole allowance is accepted when the allowance is full.
  expect(await poll(4, 1, ones(11), 'session-2')).toEqual(tooFast(100_000));
  pass(10_000);
  expect(await acked(device, batch(5, ones(2)))).toMatchObject({ seq: 6 });
  pass(20_000);
  expect(await poll(2, 6, ones(2))).toMatchObject({ ok: true, value: { ack: { seq: 7 } } });
  expect(await counts()).toMatchObject({ main: [23, 23, 0] });
  pass(70_000);
  expect(await poll(4, 1, ones(11), 'session-2')).toMatchObject({ ok: true });
});

test('a device that sends taps without seqs is closed with 4429, reconnects and sends again', async () => {
  await roomOf({ MAX_TAPS_PER_SECOND: '0.04' });
  const { device } = await joinRoom(clientIdOf(1));
  await acked(device, batch(1, ones(4)));
  device.send({ type: 'update_occupancy', eventId: EVENT_ID, areaId: 'main', change: 1 });
  expect(await refusal(device)).toEqual(['too_fast', 4429]);
  pass(100_000);
  const { device: again, sync } = await joinRoom(clientIdOf(1));
  expect(sync.lastSeq).toBe(4);
  expect(await acked(again, batch(5, ones(3)))).toMatchObject({ seq: 7 });
});

test('frames, polling calls and area reads share one limit; too many frames close the socket, and counted taps stay', async () => {
  await roomOf({ MAX_FRAMES_PER_SECOND: '1' });
  const { device } = await joinRoom(clientIdOf(1));
  const { device: other } = await joinRoom(clientIdOf(2));
  for (const sender of [device, other]) await acked(sender, batch(1, [1]));
  expect(await poll(1, 2, [1])).toMatchObject({ ok: true });
  expect(await poll(1, 3, [1])).toEqual(tooFast(1_000));
  // A read counts as a frame, because it writes the queue.
  const read = (sessionId: string) => roomStub().listAreas(VISIT, { sessionId });
  expect(await read('session-1')).toEqual(tooFast(1_000));
  expect(await read('session-2')).toMatchObject({ ok: true });
  other.send(batch(2, [1]));
  expect(await refusal(other)).toEqual(['too_fast', 4429]);
  expect(device.closed).toBeNull();
  expect(await counts()).toMatchObject({ main: [3, 3, 0] });
  for (let i = 0; i < 2; i += 1) {
    pass(1_000);
    expect(await read('session-1')).toMatchObject({ ok: true });
    expect(await read('session-1')).toEqual(tooFast(1_000));
  }
});

test('a session may use a limited number of new client ids an hour by socket and polling, and known ids keep counting', async () => {
  await roomOf({ MAX_NEW_CLIENTS_PER_HOUR: '3' });
  const { device } = await joinRoom(clientIdOf(1));
  expect(await poll(2, 1, [1])).toMatchObject({ ok: true });
  const { device: third } = await joinRoom();
  const fourth = await openDevice();
  fourth.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(4) });
  expect(await refusal(fourth)).toEqual(['too_fast', 4429]);
  expect(await poll(4, 1, [1])).toEqual(tooFast(1_200_000));
  expect(await query('SELECT client_id FROM devices')).toHaveLength(2);

  expect(await acked(device, batch(1, [1]))).toMatchObject({ seq: 1 });
  expect(await poll(2, 2, [1])).toMatchObject({ ok: true });
  third.socket.close();
  await joinRoom(clientIdOf(1));
  await joinRoom(clientIdOf(5), { sessionId: 'session-2' });
  pass(1_200_000);
  expect(await poll(4, 1, [1])).toMatchObject({ ok: true });
});

test('a session has a limited number of sockets, and silent sockets make room at once', async () => {
  await roomOf({ MAX_SOCKETS_PER_SESSION: '2' });
  const { device: first } = await joinRoom(clientIdOf(1));
  const { device: second } = await joinRoom(clientIdOf(2));
  await expect(openDevice()).rejects.toThrow('No socket: 503');
  await joinRoom(clientIdOf(3), { sessionId: 'session-2' });
  pass(80_000);
  second.send({ type: 'request_sync' });
  await second.next('sync');
  pass(11_000);
  await joinRoom(clientIdOf(4));
  expect(await first.closedWith()).toBe(1001);
  expect(second.closed).toBeNull();
});
