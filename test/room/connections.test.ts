import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AttachmentSchema } from '../../src/room/sockets/connection';
import { FRAME_MAX_BYTES } from '../../src/shared/protocol/limits';
import { stopClock } from '../support/clock';
import { putDefinition } from '../worker/support/definitions';
import {
  acked,
  ADMIN,
  batch,
  clientIdOf,
  CODE,
  counts,
  definition,
  EVENT_ID,
  joinRoom,
  knownRoom,
  openDevice,
  refusal,
  roomStub,
} from '../worker/support/room';

/** Tests which clients get a socket to a room, what a socket may send, and when it is closed. */

beforeEach(() => knownRoom());

const NEW_CODE = { eventId: EVENT_ID, eventName: 'Open Air', accessCode: 'NEWC6789' };
const hub = () => env.HUBS.get(env.HUBS.idFromName('owner-1'));
/** The rooms that are registered with the hub. */
const registered = () =>
  runInDurableObject(hub(), (_hub, { storage }) => storage.sql.exec('SELECT event_id FROM rooms').toArray());

test('a room that has slept knows which of its sockets speak an older protocol, and all of them go on counting', async () => {
  const [old, current] = [
    await joinRoom(clientIdOf(1), { protocol: 1 }),
    await joinRoom(clientIdOf(2), { protocol: 2 }),
  ];
  await evictDurableObject(roomStub());
  for (const { device } of [old, current]) expect(await acked(device, batch(1, [1]))).toMatchObject({ seq: 1 });
  const spoken = await runInDurableObject(roomStub(), (_room, state) =>
    state.getWebSockets().map((socket) => z.parse(AttachmentSchema, socket.deserializeAttachment()).protocol),
  );
  expect(spoken).toEqual([1, 2]);
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
});

test('a socket that joins without a client id gets one, and may join again under another one, numbered from 1', async () => {
  const { device, sync } = await joinRoom();
  for (const id of [sync.clientId, sync.epoch]) expect(id).toMatch(/^[0-9a-f]{32}$/);
  await acked(device, batch(1, [1]));
  device.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(2) });
  expect(await device.next('sync')).toMatchObject({ clientId: clientIdOf(2), lastSeq: 0 });
  expect(await acked(device, batch(1, [1]))).toMatchObject({ seq: 1, version: 2 });
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
});

test.each([
  ['correct', 0],
  ['set back by an hour', 3_600_000],
])(
  'a newer socket of a client replaces the older one and keeps counting while the clock is %s',
  async (_clock, backMs) => {
    const late = await openDevice();
    const { device: older } = await joinRoom(clientIdOf(1));
    await acked(older, batch(1, [1]));
    stopClock(Date.now() - backMs);
    const { device: newer, sync } = await joinRoom(clientIdOf(1));
    expect(await older.closedWith()).toBe(4409);
    expect(sync.lastSeq).toBe(1);
    // An older socket whose join arrives late does not displace the newer one.
    late.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(1) });
    expect(await late.closedWith()).toBe(4409);
    expect(await acked(newer, batch(2, [1]))).toMatchObject({ seq: 2 });
    expect(await counts()).toMatchObject({ main: [2, 2, 0] });
  },
);

test.each([
  ['invalid JSON', 'hello', 'bad_frame'],
  ['an invalid batch', JSON.stringify(batch(1, [0])), 'bad_frame'],
  [
    'too large in bytes but not in characters',
    JSON.stringify({ ...batch(1, [1]), padding: 'é'.repeat(FRAME_MAX_BYTES - 2_000) }),
    'bad_frame',
  ],
  ['binary', new TextEncoder().encode('{"type":"request_sync"}').slice().buffer, 'bad_frame'],
  ['taps before join_event', JSON.stringify(batch(1, [1])), 'not_joined'],
  ['a join of another event', '{"type":"join_event","eventId":"event-2"}', 'wrong_event'],
])(
  'an unreadable frame (%s) is answered with an error and close 4400, and counts nothing',
  async (_what, text, code) => {
    const { device: bystander } = await joinRoom(clientIdOf(1));
    const device = await openDevice();
    if (code === 'bad_frame') device.send({ type: 'join_event', eventId: EVENT_ID });
    device.sendText(text);
    // The frames after it do nothing.
    device.send(batch(1, [1]));
    expect(await refusal(device)).toEqual([code, 4400]);
    expect(await counts()).toEqual({ main: [0, 0, 0], bar: [0, 0, 0] });
    expect(await acked(bystander, batch(1, [1]))).toMatchObject({ seq: 1 });
  },
);

test.each([
  ['the room is told', () => roomStub().deleteEvent()],
  [
    'the room learns it at its next upkeep',
    async () => {
      await putDefinition(definition());
      await env.DB.exec(`UPDATE events SET deleted_at = 1, revision = 2 WHERE event_id = '${EVENT_ID}'`);
      await runInDurableObject(roomStub(), (room) => room.alarm());
    },
  ],
])(
  'a deleted event sends a message to every device, closes with 4404 and accepts no device again: %s',
  async (_how, remove) => {
    const { device } = await joinRoom();
    await remove();
    expect(await device.next('event_deleted')).toEqual({ type: 'event_deleted', eventId: EVENT_ID });
    expect(await device.closedWith()).toBe(4404);
    await evictDurableObject(roomStub());
    await expect(openDevice()).rejects.toThrow('No socket: 404');
  },
);

test('a changed definition tells the devices what to fetch, and an older one changes nothing', async () => {
  const { device } = await joinRoom();
  const renamed = { eventId: EVENT_ID, eventName: 'Night', accessCode: 'ABCD2346' };
  await roomStub().applyDefinition(definition({ revision: 3, event: renamed }), ADMIN);
  expect(await device.next('event_updated')).toEqual({ type: 'event_updated', event: renamed });
  const areas = [{ areaId: 'main', areaName: 'Main', capacity: 0 }];
  await roomStub().applyDefinition(definition({ revision: 4, event: renamed, areas }), ADMIN);
  expect(await device.next('areas_changed')).toEqual({ type: 'areas_changed', eventId: EVENT_ID });
  await roomStub().applyDefinition(definition({ revision: 2 }), ADMIN);
  device.send({ type: 'request_sync' });
  const sync = await device.next('sync');
  expect(sync.areas).toMatchObject([{ areaId: 'main', areaName: 'Main', capacity: 0 }]);
  expect(device.all('areas_changed')).toHaveLength(1);
});

test('a replaced access code disconnects its users without telling them the new one, and admins stay', async () => {
  const { device: desk } = await joinRoom(clientIdOf(1));
  const { device: door } = await joinRoom(clientIdOf(2), { principal: CODE, sessionId: 'b' });
  await roomStub().applyDefinition(definition({ revision: 2, event: NEW_CODE }), 'system');
  expect(await door.closedWith()).toBe(4401);
  expect(door.closed?.reason).toBe('code_replaced');
  expect(door.all('event_updated')).toEqual([]);
  expect(await desk.next('event_updated')).toEqual({ type: 'event_updated', event: NEW_CODE });
  // These upgrades passed the worker before the code was replaced and reach the room afterward.
  await evictDurableObject(roomStub());
  await expect(openDevice({ principal: CODE, revision: 1 })).rejects.toThrow('No socket: 401');
  await openDevice({ principal: ADMIN, revision: 1 });
  await openDevice({ principal: CODE, revision: 2 });
});

test.each([
  ['its upgrade is in progress', () => roomStub().endSessions(['ended'])],
  ['the room registers with the hub', () => hub().endSessions(['ended'])],
])('a session that ends while %s gets no socket, and other sessions do', async (_when, end) => {
  await end();
  await expect(openDevice({ sessionId: 'ended' })).rejects.toThrow('No socket: 401');
  await openDevice({ sessionId: 'another' });
});

test('a room without sockets leaves the hub and learns of account and sessions again with its next socket', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  expect(await registered()).toEqual([{ event_id: EVENT_ID }]);
  device.socket.close(1000);
  expect(await device.closedWith()).toBe(1000);
  await runInDurableObject(roomStub(), (room) => room.alarm());
  expect(await registered()).toEqual([]);
  const { device: back } = await joinRoom(clientIdOf(1));
  expect(await registered()).toEqual([{ event_id: EVENT_ID }]);
  await hub().setAccount({ revision: 2, status: 'canceled', trialEndsAt: 0 });
  await back.next('force_refresh');
  expect(await back.next('sync')).toMatchObject({ countingAllowed: false, subscriptionStatus: 'canceled' });
  await hub().endSessions(['session-1']);
  expect(await back.closedWith()).toBe(4401);
});

test('an alarm that rings often for other work asks D1 once a minute what the room missed', async () => {
  stopClock();
  await putDefinition(definition());
  await joinRoom();
  const ring = () => runInDurableObject(roomStub(), (room) => room.alarm());
  await ring();
  const prepared = vi.spyOn(Object.getPrototypeOf(env.DB), 'prepare');
  onTestFinished(() => prepared.mockRestore());
  for (let second = 0; second < 50; second += 1) {
    vi.setSystemTime(Date.now() + 1_000);
    await ring();
  }
  expect(prepared).not.toHaveBeenCalled();
  vi.setSystemTime(Date.now() + 10_000);
  await ring();
  expect(prepared).toHaveBeenCalled();
});
