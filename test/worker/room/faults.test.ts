import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { openDatabase } from '../../../src/db/client';
import { loadDefinition } from '../../../src/db/definitions';
import { putDefinition } from '../support/definitions';
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
  visitOf,
} from '../support/room';

/** What happens when storage, D1 or another call gets in the way at the wrong moment. */

let log: MockInstance<typeof console.error>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const CODE = `code:${EVENT_ID}` as const;
const withRoof = (revision: number) =>
  definition({ revision, areas: [...definition().areas, { areaId: 'roof', areaName: 'Roof', capacity: 20 }] });

const breakStorage = (table: string) =>
  runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec(`CREATE TRIGGER full BEFORE INSERT ON ${table} BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
  });
const mendStorage = () =>
  runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec('DROP TRIGGER full');
  });

test('a held client is sent away when the room cannot take over what D1 says, and counts when it is back', async () => {
  await knownRoom();
  await putDefinition(withRoof(2));
  const { device } = await joinRoom(clientIdOf(1));
  await breakStorage('journal');
  device.send(batch(1, [1], 'roof'));
  expect(await device.closedWith()).toBe(1011);
  await mendStorage();
  const { device: back } = await joinRoom(clientIdOf(1));
  back.send(batch(1, [1], 'roof'));
  await back.until(() => back.all('ack').find((ack) => ack.seq === 1), 'ack 1');
  expect(back.all('ack').flatMap((ack) => ack.rejected ?? [])).toEqual([]);
  expect(log).toHaveBeenCalled();
});

test('a row that cannot be read fails the commit like one that cannot be written', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec("INSERT INTO clients VALUES (?, 'nobody', 1, 1, 1)", clientIdOf(2));
  });
  device.send({ ...batch(1, []), taps: [{ areaId: 'main', change: 1, at: Date.now(), undoes: 1 }] });
  expect(await device.next('ack')).toMatchObject({ rejected: [{ code: 'nothing_to_undo' }] });
  const polled = await roomStub().poll(visitOf(definition()), ADMIN, { ...batch(1, [1]), clientId: clientIdOf(2) });
  expect(polled).toEqual({ ok: false, code: 'unavailable' });
});

test('an area that is made while D1 is being read is asked for again, not rejected', async () => {
  await knownRoom();
  await putDefinition(definition());
  const { device } = await joinRoom(clientIdOf(1));
  const before = await loadDefinition(openDatabase(env.DB), EVENT_ID);
  expect(before?.areas).toHaveLength(2);
  // The first answer is held back until the area exists in D1 and was tapped.
  device.send(batch(1, [1], 'nowhere'));
  await device.next('ack');
  device.send(batch(2, [1], 'roof'));
  await putDefinition(withRoof(2));
  await device.until(() => device.all('ack').find((ack) => ack.seq === 2), 'ack 2');
  expect(device.all('ack').flatMap((ack) => ack.rejected ?? [])).toMatchObject([{ seq: 1, code: 'unknown_area' }]);
  expect(await counts({ revision: 2 })).toMatchObject({ roof: [1, 1, 0] });
});

test('a client that floods while its area is asked for is sent away', async () => {
  await knownRoom();
  await putDefinition(definition());
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [1], 'nowhere'));
  await device.next('ack');
  for (let seq = 2; seq < 3_000; seq += 200)
    device.send(
      batch(
        seq,
        Array.from({ length: 200 }, () => 1),
        'nowhere',
      ),
    );
  expect(await device.closedWith()).toBe(1011);
});

test('whoever waits for an area when the event is deleted is told so, on socket and poll', async () => {
  await knownRoom();
  await putDefinition(definition());
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [1], 'nowhere'));
  await device.next('ack');
  device.send(batch(2, [1], 'nowhere'));
  const polled = roomStub().poll(visitOf(definition()), ADMIN, {
    ...batch(1, [1], 'nowhere'),
    clientId: clientIdOf(2),
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await roomStub().deleteEvent();
  expect(await device.next('event_deleted')).toEqual({ type: 'event_deleted', eventId: EVENT_ID });
  expect(await device.closedWith()).toBe(4404);
  expect(await polled).toEqual({ ok: false, code: 'not_found' });
});

test('a room that missed the deletion of its event learns it at its next upkeep', async () => {
  await knownRoom();
  await putDefinition(definition());
  const { device } = await joinRoom(clientIdOf(1));
  await env.DB.exec(`UPDATE events SET deleted_at = 1, revision = 2 WHERE event_id = '${EVENT_ID}'`);
  await runInDurableObject(roomStub(), (room) => room.alarm());
  expect(await device.closedWith()).toBe(4404);
  await evictDurableObject(roomStub());
  await expect(openDevice()).rejects.toThrow('No socket: 404');
});

test('a session that ended while its upgrade was under way opens no socket', async () => {
  await knownRoom();
  await roomStub().endSessions(['ended']);
  await expect(openDevice({ sessionId: 'ended' })).rejects.toThrow('No socket: 401');
  await openDevice({ sessionId: 'another' });
});

test('a session that ends while the room registers with the hub opens no socket', async () => {
  await knownRoom();
  await env.HUBS.get(env.HUBS.idFromName('owner-1')).endSessions(['ended']);
  await expect(openDevice({ sessionId: 'ended' })).rejects.toThrow('No socket: 401');
});

test('an upgrade with a code that was replaced since opens no socket, an admin and the new code do', async () => {
  await knownRoom();
  const event = { eventId: EVENT_ID, eventName: 'Open Air', accessCode: 'NEWC6789' };
  await roomStub().follow(definition({ revision: 2, event }), ADMIN);
  await evictDurableObject(roomStub());
  await expect(openDevice({ principal: CODE, revision: 1 })).rejects.toThrow('No socket: 401');
  await openDevice({ principal: ADMIN, revision: 1 });
  await openDevice({ principal: CODE, revision: 2 });
});

test('a device that pings is not silent, one that does not is', async () => {
  await knownRoom();
  await putDefinition(definition());
  const { device: silent } = await joinRoom(clientIdOf(1));
  const { device: pinging } = await joinRoom(clientIdOf(2));
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  pinging.sendText('ping');
  await pinging.until(() => pinging.texts[0], 'pong');
  const late = Date.now() + 89_500;
  await runInDurableObject(roomStub(), async (room) => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(late);
    await room.alarm();
    now.mockRestore();
  });
  expect(await silent.closedWith()).toBe(1001);
  pinging.send(batch(1, [1]));
  expect(await pinging.next('ack')).toMatchObject({ seq: 1 });
});

test.each(['eu', 'yes'])(
  'a room that registered with the hub of another jurisdiction (%s) registers anew',
  async (other) => {
    await knownRoom();
    await openDevice();
    const hub = env.HUBS.get(env.HUBS.idFromName('owner-1'));
    const rooms = () =>
      runInDurableObject(hub, (_hub, { storage }) => storage.sql.exec('SELECT event_id FROM rooms').toArray());
    await runInDurableObject(hub, (_hub, { storage }) => storage.sql.exec('DELETE FROM rooms').toArray());
    await openDevice();
    expect(await rooms()).toEqual([]);
    await runInDurableObject(roomStub(), (_room, { storage }) =>
      storage.sql.exec("UPDATE meta SET value = ? WHERE key = 'registered'", other).toArray(),
    );
    await openDevice();
    expect(await rooms()).toEqual([{ event_id: EVENT_ID }]);
  },
);

test('a room without sockets leaves the hub, and is back with its next one', async () => {
  await knownRoom();
  const hub = env.HUBS.get(env.HUBS.idFromName('owner-1'));
  const rooms = () =>
    runInDurableObject(hub, (_hub, { storage }) => storage.sql.exec('SELECT event_id FROM rooms').toArray());
  const { device } = await joinRoom(clientIdOf(1));
  expect(await rooms()).toEqual([{ event_id: EVENT_ID }]);
  device.socket.close(1000);
  await device.closedWith();
  await runInDurableObject(roomStub(), (room) => room.alarm());
  expect(await rooms()).toEqual([]);
  const { device: back } = await joinRoom(clientIdOf(1));
  expect(await rooms()).toEqual([{ event_id: EVENT_ID }]);
  await hub.setAccount({ revision: 2, status: 'canceled', trialEndsAt: 0 });
  await back.next('force_refresh');
  expect(await back.next('sync')).toMatchObject({ countingAllowed: false, subscriptionStatus: 'canceled' });
  await hub.endSessions(['session-1']);
  expect(await back.closedWith()).toBe(4401);
});

test('hub sockets that are silent are reaped, too', async () => {
  const hub = env.HUBS.get(env.HUBS.idFromName('owner-1'));
  const response = await hub.fetch('http://hub/', {
    headers: { Upgrade: 'websocket', 'x-headroom-connection': JSON.stringify({ sessionId: 's', userId: 'owner-1' }) },
  });
  const closed = new Promise<number>((resolve) => {
    response.webSocket?.addEventListener('close', ({ code }) => resolve(code));
  });
  response.webSocket?.accept();
  const late = Date.now() + 91_000;
  await runInDurableObject(hub, async (instance) => {
    const now = vi.spyOn(Date, 'now').mockReturnValue(late);
    await instance.alarm();
    now.mockRestore();
  });
  expect(await closed).toBe(1001);
});
