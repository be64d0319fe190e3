import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AttachmentSchema } from '../../../src/room/connection';
import { broadcastIntervalMs, VIEWER_FRAME_BURST } from '../../../src/room/limits';
import type { EventDefinition } from '../../../src/lib/contract';
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
  openDisplay,
  roomStub,
  visitOf,
} from '../support/room';

/** Public displays: what they are told, and all that they are not. */

const VENUE = { capacity: 600, staffAllowance: 20, safetyMarginPercent: 10, alertThresholds: [75] };
const withVenue = (revision: number, changes: Partial<EventDefinition['event']> = {}) =>
  definition({ revision, event: { ...definition().event, venue: VENUE, ...changes } });

const areasOf = (main: number, bar: number) => [
  { areaId: 'main', areaName: 'Main Stage', occupancy: main, capacity: 500 },
  { areaId: 'bar', areaName: 'Bar', occupancy: bar, capacity: 80 },
];

test('a display shows the numbers at once, on request and after each change, and may not count', async () => {
  await knownRoom();
  const { viewer, shown } = await openDisplay();
  expect(shown).toEqual({
    type: 'display',
    eventId: EVENT_ID,
    version: 0,
    eventName: 'Open Air',
    total: null,
    areas: areasOf(0, 0),
  });
  const { device: door } = await joinRoom(clientIdOf(1));
  door.send(batch(1, [1, 1, 1]));
  expect((await viewer.next('display')).areas).toEqual(areasOf(3, 0));
  await roomStub().resetArea(visitOf(definition()), 'main', ADMIN);
  expect((await viewer.next('display')).areas).toEqual(areasOf(0, 0));
  viewer.send({ type: 'request_sync' });
  expect((await viewer.next('display')).areas).toEqual(areasOf(0, 0));
  viewer.send(batch(1, [1]));
  expect(await viewer.next('error')).toMatchObject({ code: 'forbidden' });
  expect(await viewer.closedWith()).toBe(4403);
  expect(await counts()).toMatchObject({ main: [0, 3, 0] });
});

test('the call for displays says the same, and has the total against what the venue may hold', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [40]));
  // Two flushes, and so two versions.
  await device.next('ack');
  device.send(batch(2, [8], 'bar'));
  await device.next('ack');
  await roomStub().follow(withVenue(2), ADMIN);
  const { shown } = await openDisplay({ revision: 2 });
  const display = {
    eventId: EVENT_ID,
    version: 2,
    eventName: 'Open Air',
    total: { occupancy: 48, capacity: 520 },
    areas: areasOf(40, 8),
  };
  expect(shown).toEqual({ type: 'display', ...display });
  const answer = await roomStub().readDisplay(visitOf(withVenue(2)));
  expect(answer.ok && JSON.parse(answer.value)).toEqual(display);
});

test('names, capacities, areas and venue settings reach displays', async () => {
  await knownRoom();
  const { viewer } = await openDisplay();
  await roomStub().follow(withVenue(2, { eventName: 'Open Air 2' }), ADMIN);
  expect(await viewer.next('display')).toMatchObject({
    eventName: 'Open Air 2',
    total: { occupancy: 0, capacity: 520 },
  });
  const bar = { areaId: 'bar', areaName: 'Long Bar', capacity: 90 };
  await roomStub().follow(definition({ revision: 3, areas: [bar] }), ADMIN);
  const changed = await viewer.until(
    () => viewer.all('display').find(({ areas }) => areas.length === 1),
    'the areas that are left',
  );
  expect(changed).toMatchObject({ eventName: 'Open Air', total: null, areas: [{ ...bar, occupancy: 0 }] });
});

test('a display hears nothing but display frames, and never an access code', async () => {
  await knownRoom();
  const { viewer } = await openDisplay();
  const { device } = await joinRoom(clientIdOf(1));
  const known = withVenue(2);
  await roomStub().follow(known, ADMIN);
  await roomStub().follow(withVenue(3, { accessCode: 'WXYZ2346' }), ADMIN);
  await roomStub().setAccount({ revision: 2, status: 'unpaid', trialEndsAt: 0 });
  await roomStub().setAccount({ revision: 3, status: 'active', trialEndsAt: 0 });
  device.send(batch(1, [500]));
  // Which is above the threshold: devices are alerted.
  await device.next('alerts_changed');
  await viewer.until(() => viewer.all('display').find(({ areas }) => areas[0]?.occupancy === 500), 'the last value');
  // Alone: this runtime does not survive two sockets that are closed at once, and then a reset.
  device.socket.close();
  await device.closedWith();
  await roomStub().deleteEvent();
  expect(await viewer.closedWith()).toBe(4404);
  expect(new Set(viewer.frames.map(({ type }) => type))).toEqual(new Set(['display']));
  const heard = JSON.stringify(viewer.frames);
  for (const secret of ['ABCD2346', 'WXYZ2346', 'accessCode', clientIdOf(1), 'owner-1'])
    expect(heard).not.toContain(secret);
});

test('a display cannot take the place of a device, nor learn that its client id is in use', async () => {
  await knownRoom();
  const { device: door } = await joinRoom(clientIdOf(1));
  const viewer = await openDevice({ principal: `display:${EVENT_ID}`, sessionId: 'display:1', tier: 'viewer' });
  viewer.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(1) });
  await viewer.next('display');
  const { viewer: other } = await openDisplay();
  door.send(batch(1, [1]));
  await door.next('ack');
  for (const each of [viewer, other]) {
    await each.until(() => each.all('display').find(({ version }) => version === 1), 'the value');
    expect(each.closed).toBeNull();
  }
});

test('a replaced link closes its displays and no others, also after hibernation', async () => {
  await knownRoom({ displaySession: 'display:old' });
  const { viewer: revoked } = await openDisplay({ sessionId: 'display:old' });
  const { device: admin } = await joinRoom(clientIdOf(2));
  await evictDurableObject(roomStub());
  await roomStub().follow(definition({ revision: 2, displaySession: 'display:new' }), ADMIN);
  expect(await revoked.closedWith()).toBe(4401);
  // Let in by the worker before, and only here now.
  await evictDurableObject(roomStub());
  await expect(openDisplay({ sessionId: 'display:old' })).rejects.toThrow('No socket: 401');
  const { viewer: kept } = await openDisplay({ sessionId: 'display:new', revision: 2 });
  expect(admin.closed).toBeNull();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [1]));
  expect((await kept.next('display')).areas).toEqual(areasOf(1, 0));
});

test('whoever holds the link and asks too often is sent away for a while; doors do not notice', async () => {
  // The bucket does not refill, however slow the machine is.
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  await knownRoom();
  const { device: door } = await joinRoom(clientIdOf(1));
  const { viewer } = await openDisplay();
  for (let n = 0; n <= VIEWER_FRAME_BURST; n++) viewer.send({ type: 'request_sync' });
  expect(await viewer.closedWith()).toBe(4429);
  expect(viewer.all('display')).toHaveLength(VIEWER_FRAME_BURST);
  door.send(batch(1, [1]));
  expect(await door.next('ack')).toMatchObject({ seq: 1 });
});

test('no display makes the room write: it is shown what is durable, and hears of the rest', async () => {
  await knownRoom();
  await joinRoom(clientIdOf(1));
  const { viewer } = await openDisplay();
  const inOneTurn = await runInDurableObject(roomStub(), (room, ctx) => {
    const flushes = () => ctx.storage.sql.exec('SELECT count(*) AS n FROM log').one()['n'];
    const socketOf = (tier: 'counting' | 'viewer') => {
      const isOfTier = (socket: WebSocket) => z.parse(AttachmentSchema, socket.deserializeAttachment()).tier === tier;
      const socket = ctx.getWebSockets().find(isOfTier);
      if (socket === undefined) throw new Error(`No socket: ${tier}`);
      return socket;
    };
    room.webSocketMessage(socketOf('counting'), JSON.stringify(batch(1, [1])));
    room.webSocketMessage(socketOf('viewer'), JSON.stringify({ type: 'request_sync' }));
    room.webSocketMessage(socketOf('viewer'), JSON.stringify({ type: 'join_event', eventId: EVENT_ID }));
    return flushes();
  });
  expect(inOneTurn).toBe(0);
  const frames = await viewer.until(
    () => (viewer.all('display').length === 4 ? viewer.all('display') : undefined),
    'all',
  );
  expect(frames.map(({ version }) => version)).toEqual([0, 0, 0, 1]);
});

test('a room that has no place for more displays says so, and still takes devices', async () => {
  await knownRoom();
  await runInDurableObject(roomStub(), (room) => {
    vi.spyOn(room['parts'].connections, 'hasPlaceFor').mockImplementation(({ tier }) => tier === 'counting');
  });
  await expect(openDisplay()).rejects.toThrow('No socket: 503');
  await joinRoom(clientIdOf(1));
});

test('a room from before links were told shows displays, and cuts off the revoked ones at the next news', async () => {
  await knownRoom();
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    const changed = storage.sql.exec(
      "UPDATE meta SET value = json_remove(value, '$.displaySession') WHERE key = 'event' AND value LIKE '%displaySession%'",
    );
    expect(changed.rowsWritten).toBe(1);
  });
  await evictDurableObject(roomStub());
  const { viewer } = await openDisplay({ sessionId: 'display:other' });
  await roomStub().follow(definition({ revision: 2, displaySession: null }), ADMIN);
  expect(await viewer.closedWith()).toBe(4401);
});

test('500 displays of one event all come to show the last value', { timeout: 60_000 }, async () => {
  const VIEWERS = 500;
  await knownRoom();
  const { device: door } = await joinRoom(clientIdOf(1));
  const displays = await Promise.all(Array.from({ length: VIEWERS }, () => openDisplay()));
  for (let seq = 1; seq <= 20; seq++) {
    door.send(batch(seq, [1]));
    await door.until(() => door.all('ack').find((ack) => ack.seq === seq), `ack ${seq}`);
  }
  await Promise.all(
    displays.map(({ viewer }) =>
      viewer.until(() => viewer.all('display').find(({ areas }) => areas[0]?.occupancy === 20), 'the last value'),
    ),
  );
  // One at the join, and then as the interval allows: never one for each tap.
  expect(broadcastIntervalMs.viewer(VIEWERS)).toBe(200);
  for (const { viewer } of displays) {
    expect(viewer.frames.length).toBeLessThan(20);
    expect(viewer.frames.at(-1)).toMatchObject({ version: 20 });
  }
});
