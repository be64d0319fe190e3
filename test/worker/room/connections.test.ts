import { runInDurableObject } from 'cloudflare:test';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FRAME_MAX_BYTES } from '../../../src/shared/limits';
import {
  ADMIN,
  batch,
  clientIdOf,
  counts,
  definition,
  EVENT_ID,
  joinRoom,
  knownRoom,
  openDevice,
  roomStub,
} from '../support/room';

test('without a client id the room assigns one and says it', async () => {
  await knownRoom();
  const { sync } = await joinRoom();
  expect(sync.clientId).toMatch(/^[0-9a-f]{32}$/);
  expect(sync.epoch).toMatch(/^[0-9a-f]{32}$/);
});

test('ping is answered by the runtime, before and after join', async () => {
  await knownRoom();
  const device = await openDevice();
  device.sendText('ping');
  await device.until(() => device.texts.find((text) => text === 'pong'), 'pong');
  expect(device.frames).toEqual([]);
});

test.each([
  ['no JSON', 'hello'],
  ['a JSON string', '"join_event"'],
  ['null', 'null'],
  ['an array', '[]'],
  ['no type', '{}'],
  ['an unknown type', '{"type":"drop_tables"}'],
  ['a prototype name as type', '{"type":"__proto__"}'],
  ['no taps', JSON.stringify({ ...batch(1, []) })],
  [
    '201 taps',
    JSON.stringify(
      batch(
        1,
        Array.from({ length: 201 }, () => 1),
      ),
    ),
  ],
  ['a change of 0', JSON.stringify(batch(1, [0]))],
  ['a change over 1000', JSON.stringify(batch(1, [1001]))],
  ['half a person', JSON.stringify(batch(1, [0.5]))],
  ['a change as text', JSON.stringify({ ...batch(1, [1]), taps: [{ areaId: 'main', change: '1', at: 1 }] })],
  ['seq 0', JSON.stringify(batch(0, [1]))],
  ['a seq beyond safe integers', JSON.stringify(batch(2 ** 60, [1]))],
  ['a time that is no time', JSON.stringify({ ...batch(1, [1]), sentAt: 1e300 })],
  ['too large', JSON.stringify({ ...batch(1, [1]), padding: 'x'.repeat(FRAME_MAX_BYTES) })],
  ['too large in bytes only', JSON.stringify({ ...batch(1, [1]), padding: 'é'.repeat(FRAME_MAX_BYTES - 2_000) })],
])('an unreadable frame (%s) gets error, close 4400 and counts nothing', async (_what, text) => {
  await knownRoom();
  const { device } = await joinRoom();
  device.sendText(text);
  expect(await device.next('error')).toMatchObject({ code: 'bad_frame' });
  expect(await device.closedWith()).toBe(4400);
  expect(await counts()).toEqual({ main: [0, 0, 0], bar: [0, 0, 0] });
});

test('a binary frame is unreadable', async () => {
  await knownRoom();
  const { device } = await joinRoom();
  device.sendText(new TextEncoder().encode('{"type":"request_sync"}').slice().buffer);
  expect(await device.next('error')).toMatchObject({ code: 'bad_frame' });
  expect(await device.closedWith()).toBe(4400);
});

test.each([batch(1, [1]), { type: 'request_sync' as const }])(
  'before join_event a frame is not_joined',
  async (frame) => {
    await knownRoom();
    const device = await openDevice();
    device.send(frame);
    expect(await device.next('error')).toMatchObject({ code: 'not_joined' });
    expect(await device.closedWith()).toBe(4400);
  },
);

test('another event is refused, at join and at update', async () => {
  await knownRoom();
  const device = await openDevice();
  device.send({ type: 'join_event', eventId: 'event-2' });
  expect(await device.next('error')).toMatchObject({ code: 'wrong_event' });
  expect(await device.closedWith()).toBe(4400);
  const { device: joined } = await joinRoom();
  joined.send({ ...batch(1, [1]), eventId: 'event-2' });
  expect(await joined.next('error')).toMatchObject({ code: 'wrong_event' });
  expect(await counts()).toMatchObject({ main: [0, 0, 0] });
});

test('a newer socket of the same client replaces the older one and goes on counting', async () => {
  await knownRoom();
  const { device: older } = await joinRoom(clientIdOf(1));
  older.send(batch(1, [1]));
  await older.next('ack');
  const { device: newer, sync } = await joinRoom(clientIdOf(1));
  expect(await older.closedWith()).toBe(4409);
  expect(sync.lastSeq).toBe(1);
  newer.send(batch(2, [1]));
  expect(await newer.next('ack')).toMatchObject({ seq: 2 });
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
});

test('an older socket whose join comes late does not put the newer one out of service', async () => {
  await knownRoom();
  const older = await openDevice();
  const { device: newer } = await joinRoom(clientIdOf(1));
  older.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(1) });
  expect(await older.closedWith()).toBe(4409);
  newer.send(batch(1, [1]));
  expect(await newer.next('ack')).toMatchObject({ seq: 1 });
});

test('a clock that is set back far puts no newer socket out of service', async () => {
  await knownRoom();
  const { device: older } = await joinRoom(clientIdOf(1));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  try {
    const { device: newer } = await joinRoom(clientIdOf(1));
    expect(await older.closedWith()).toBe(4409);
    newer.send(batch(1, [1]));
    expect(await newer.next('ack')).toMatchObject({ seq: 1 });
  } finally {
    vi.useRealTimers();
  }
});

test("another principal's client id is refused and told nothing", async () => {
  await knownRoom();
  const { device: owner } = await joinRoom(clientIdOf(1));
  owner.send(batch(1, [1]));
  await owner.next('ack');
  const thief = await openDevice({ principal: `code:${EVENT_ID}`, sessionId: 'session-2' });
  thief.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(1) });
  expect(await thief.next('error')).toMatchObject({ code: 'client_id_taken' });
  expect(await thief.closedWith()).toBe(4403);
  expect(thief.all('sync')).toEqual([]);
  owner.send(batch(2, [1]));
  expect(await owner.next('ack')).toMatchObject({ seq: 2 });
});

test('a socket may join again under a new client id, numbered from 1', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [1]));
  await device.next('ack');
  device.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(2) });
  expect(await device.next('sync')).toMatchObject({ clientId: clientIdOf(2), lastSeq: 0 });
  device.send(batch(1, [1]));
  expect(await device.next('ack')).toMatchObject({ seq: 1, version: 2 });
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
});

test('faster than the token bucket is 4429, and what was counted stays counted', async () => {
  // The bucket does not refill, however slow the machine is.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await knownRoom();
  const { device } = await joinRoom();
  for (let i = 0; i < 501; i++) device.send({ type: 'request_sync' });
  expect(await device.next('error')).toMatchObject({ code: 'too_fast' });
  expect(await device.closedWith()).toBe(4429);
  expect(device.all('sync')).toHaveLength(500);
});

test('an ended session loses its sockets with 4401, others stay', async () => {
  await knownRoom();
  const { device: ended } = await joinRoom(undefined, { sessionId: 'a' });
  const { device: coded } = await joinRoom(undefined, { sessionId: 'b', principal: `code:${EVENT_ID}` });
  const { device: stays } = await joinRoom(undefined, { sessionId: 'c' });
  await roomStub().endSessions(['a']);
  const event = { eventId: EVENT_ID, eventName: 'Open Air', accessCode: 'NEWC6789' };
  await roomStub().follow(definition({ revision: 2, event }), ADMIN);
  expect(await ended.closedWith()).toBe(4401);
  expect(await coded.closedWith()).toBe(4401);
  stays.send({ type: 'request_sync' });
  await stays.next('sync');
});

test('a deleted event tells everyone, closes 4404 and lets nobody in again', async () => {
  await knownRoom();
  const { device } = await joinRoom();
  await roomStub().deleteEvent();
  expect(await device.next('event_deleted')).toEqual({ type: 'event_deleted', eventId: EVENT_ID });
  expect(await device.closedWith()).toBe(4404);
  await expect(openDevice()).rejects.toThrow('No socket: 404');
});

test('a changed definition tells the devices what to fetch; an older one changes nothing', async () => {
  await knownRoom();
  const { device } = await joinRoom();
  const renamed = { eventId: EVENT_ID, eventName: 'Night', accessCode: 'ABCD2346' };
  await roomStub().follow(definition({ revision: 3, event: renamed }), ADMIN);
  expect(await device.next('event_updated')).toEqual({ type: 'event_updated', event: renamed });
  const areas = [{ areaId: 'main', areaName: 'Main', capacity: 0 }];
  await roomStub().follow(definition({ revision: 4, event: renamed, areas }), ADMIN);
  expect(await device.next('areas_changed')).toEqual({ type: 'areas_changed', eventId: EVENT_ID });
  await roomStub().follow(definition({ revision: 2 }), ADMIN);
  device.send({ type: 'request_sync' });
  const sync = await device.next('sync');
  expect(sync.areas).toMatchObject([{ areaId: 'main', areaName: 'Main', capacity: 0 }]);
  expect(device.all('areas_changed')).toHaveLength(1);
});

test('a replaced access code sends its users away without telling them the new one, admins stay', async () => {
  await knownRoom();
  const { device: desk } = await joinRoom(clientIdOf(1));
  const { device: door } = await joinRoom(clientIdOf(2), { principal: `code:${EVENT_ID}`, sessionId: 'b' });
  const event = { eventId: EVENT_ID, eventName: 'Open Air', accessCode: 'NEWC6789' };
  await roomStub().follow(definition({ revision: 2, event }), 'system');
  expect(await door.closedWith()).toBe(4401);
  expect(door.closed?.reason).toBe('code_replaced');
  expect(door.all('event_updated')).toEqual([]);
  expect(await desk.next('event_updated')).toEqual({ type: 'event_updated', event });
});

test('silent sockets are reaped by the alarm', async () => {
  await knownRoom();
  const { device: silent } = await joinRoom();
  await runInDurableObject(roomStub(), async (room, state) => {
    expect(await state.storage.getAlarm()).toBeGreaterThan(Date.now());
    const late = Date.now() + 91_000;
    const realNow = Date.now;
    Date.now = () => late;
    try {
      await room.alarm();
    } finally {
      Date.now = realNow;
    }
  });
  expect(await silent.closedWith()).toBe(1001);
});

test('a client leaving frees its place at once', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.socket.close(1000, 'bye');
  expect(await device.closedWith()).toBe(1000);
  const { device: back } = await joinRoom(clientIdOf(1));
  back.send(batch(1, [1]));
  expect(await back.next('ack')).toMatchObject({ seq: 1 });
});
