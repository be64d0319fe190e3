import { evictAllDurableObjects, runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/shared/limits';
import { storedAndRebuilt } from '../support/rebuild';
import {
  ADMIN,
  batch,
  clientIdOf,
  counts,
  definition,
  EVENT_ID,
  joinRoom,
  knownRoom,
  roomStub,
  visitOf,
} from '../support/room';

test('a tap is acknowledged and reaches every other device', async () => {
  await knownRoom();
  const { device: door, sync } = await joinRoom(clientIdOf(1));
  const { device: bar } = await joinRoom(clientIdOf(2));
  expect(sync).toMatchObject({
    eventId: EVENT_ID,
    version: 0,
    lastSeq: 0,
    countingAllowed: true,
    clientId: clientIdOf(1),
  });
  expect(sync.areas).toMatchObject([
    { areaId: 'main', areaName: 'Main Stage', capacity: 500, currentOccupancy: 0, lastUpdatedAt: null },
    { areaId: 'bar' },
  ]);

  door.send(batch(1, [1]));
  expect(await door.next('ack')).toEqual({ type: 'ack', seq: 1, version: 1 });
  const update = await bar.next('occupancy_updated');
  expect(update).toMatchObject({ eventId: EVENT_ID, version: 1 });
  expect(update.areas).toHaveLength(1);
  expect(update.areas[0]).toMatchObject({
    areaId: 'main',
    currentOccupancy: 1,
    totalEntries: 1,
    totalExits: 0,
    version: 1,
  });
  expect(Date.parse(update.areas[0]?.lastUpdatedAt ?? '')).toBeGreaterThan(Date.now() - 5_000);
});

test('the short form counts one tap with the next seq', async () => {
  await knownRoom();
  const { device } = await joinRoom();
  device.send({ type: 'update_occupancy', eventId: EVENT_ID, areaId: 'main', change: 3 });
  device.send({ type: 'update_occupancy', eventId: EVENT_ID, areaId: 'main', change: -1 });
  await device.until(() => device.all('ack').find((ack) => ack.seq === 2), 'ack 2');
  expect(await counts()).toMatchObject({ main: [2, 3, 1] });
});

test('occupancy is floored at zero, and the rest is answered', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [3, -5, 1]));
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 3, version: 1, floored: [{ seq: 2, amount: 2 }] });
  expect(await counts()).toMatchObject({ main: [1, 4, 5] });
});

test('known seqs are acknowledged again and not applied; a gap is not applied', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [1, 1]));
  expect(await device.next('ack')).toMatchObject({ seq: 2 });
  device.send(batch(1, [1, 1]));
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 2, version: 1 });
  device.send(batch(4, [1]));
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 2, version: 1 });
  device.send(batch(2, [1, 1]));
  expect(await device.next('ack')).toMatchObject({ seq: 3 });
  expect(await counts()).toMatchObject({ main: [3, 3, 0] });
});

test('a duplicate of a queued tap waits for that tap and counts once', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  for (let i = 0; i < 5; i++) device.send(batch(1, [1, 1]));
  await device.next('ack');
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const ack of device.all('ack')) expect(ack.seq).toBe(2);
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
});

test('a rejected tap uses up its seq and does not raise the version', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [1]));
  await device.next('ack');
  await roomStub().follow(
    definition({ revision: 2, areas: [{ areaId: 'main', areaName: 'Main Stage', capacity: 500 }] }),
    ADMIN,
  );
  await device.next('areas_changed');
  device.send(batch(2, [1], 'bar'));
  const ack = await device.next('ack');
  expect(ack).toMatchObject({ seq: 2, version: 1, rejected: [{ seq: 2, code: 'area_deleted' }] });
  expect(ack.rejected?.[0]?.message).toBe('This area has been deleted.');
  device.send(batch(3, [1]));
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 3, version: 2 });
});

const undo = (seq: number, undoes: number, change: number) => ({
  ...batch(seq, []),
  taps: [{ areaId: 'main', change, at: Date.now(), undoes }],
});

test('an undo lowers the totals that it undoes, once', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [1, 1, -1]));
  await device.next('ack');
  device.send(undo(4, 3, 1));
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 4, version: 2 });
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
  device.send(undo(5, 3, 1));
  expect(await device.next('ack')).toMatchObject({ seq: 5, rejected: [{ seq: 5, code: 'nothing_to_undo' }] });
  device.send(undo(6, 99, -1));
  expect(await device.next('ack')).toMatchObject({ seq: 6, rejected: [{ seq: 6, code: 'nothing_to_undo' }] });
  device.send(undo(7, 1, -5));
  expect(await device.next('ack')).toMatchObject({ seq: 7, rejected: [{ seq: 7, code: 'nothing_to_undo' }] });
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
});

test('the undo of a floored out gives back only what it took', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [3, -5]));
  await device.next('ack');
  device.send(undo(3, 2, 5));
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 3, version: 2 });
  expect(await counts()).toMatchObject({ main: [3, 3, 0] });
});

test('a reset sets the occupancy to zero and keeps the totals; an earlier tap does not move it', async () => {
  const known = await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [5]));
  await device.next('ack');
  expect(await roomStub().resetArea(visitOf(known), 'main', ADMIN)).toEqual({ ok: true, value: null });
  expect(
    (await device.until(() => device.all('occupancy_updated').find((u) => u.version === 2), 'the reset')).areas,
  ).toMatchObject([{ areaId: 'main', currentOccupancy: 0, totalEntries: 5, version: 2 }]);
  device.send(batch(2, [1], 'main', Date.now() - HOUR_MS));
  await device.next('ack');
  expect(await counts()).toMatchObject({ main: [0, 6, 0] });
  device.send(batch(3, [1]));
  await device.next('ack');
  expect(await counts()).toMatchObject({ main: [1, 7, 0] });
  expect(await roomStub().resetArea(visitOf(known), 'nowhere', ADMIN)).toEqual({ ok: false, code: 'not_found' });
});

test('a transfer moves people in one commit, and every device hears of both areas at once', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  const { device: other } = await joinRoom(clientIdOf(2));
  device.send(batch(1, [5]));
  await device.next('ack');
  await other.next('occupancy_updated');
  const transfer = { areaId: 'main', change: -2, to: 'bar', at: Date.now() };
  device.send({ ...batch(2, []), taps: [transfer] });
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 2, version: 2 });
  expect((await other.next('occupancy_updated')).areas).toMatchObject([
    { areaId: 'main', currentOccupancy: 3, totalExits: 2, version: 2 },
    { areaId: 'bar', currentOccupancy: 2, totalEntries: 2, version: 2 },
  ]);
  device.send({ ...batch(3, []), taps: [{ ...transfer, change: -4 }] });
  expect(await device.next('ack')).toEqual({
    type: 'ack',
    seq: 3,
    version: 2,
    rejected: [{ seq: 3, code: 'not_enough_people', message: 'There are not that many people in this area.' }],
  });
  device.send({ ...batch(4, []), taps: [{ ...transfer, change: 2, undoes: 2 }] });
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 4, version: 3 });
  expect(await counts()).toEqual({ main: [5, 5, 0], bar: [0, 0, 0] });
});

test('a transfer is found again in the tables and in the log, to be undone', async () => {
  const known = await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  const at = Date.now();
  const move = { areaId: 'main', change: -1, to: 'bar', at };
  device.send({ ...batch(1, [5]), taps: [{ areaId: 'main', change: 5, at }, move] });
  await device.next('ack');
  // Makes the tables follow.
  expect(await roomStub().recountArea(visitOf(known), 'main', { occupancy: 4, reason: 'By eye' }, ADMIN)).toMatchObject(
    {
      ok: true,
    },
  );
  device.send({ ...batch(3, []), taps: [{ ...move, at: Date.now() }] });
  await device.next('ack');
  device.socket.close();
  await evictAllDurableObjects();
  const { device: back } = await joinRoom(clientIdOf(1));
  const undoes = [3, 2].map((undone) => ({ ...move, change: 1, at: Date.now(), undoes: undone }));
  back.send({ ...batch(4, []), taps: undoes });
  expect(await back.next('ack')).toMatchObject({ seq: 5 });
  // The first was tapped before the recount, which saw what it had moved: only the bar gets it taken back.
  expect(await counts()).toEqual({ main: [4, 5, 0], bar: [0, 0, 0] });
  expect((await storedAndRebuilt()).rebuilt).toEqual((await storedAndRebuilt()).stored);
});

test('a recount sets the occupancy, keeps the totals, and the journal has the drift and why', async () => {
  const known = await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [9, -2]));
  await device.next('ack');
  const recount = (occupancy: number, areaId = 'main') =>
    roomStub().recountArea(visitOf(known), areaId, { occupancy, reason: 'Counted by hand' }, ADMIN);
  const before = Date.now();
  expect(await recount(12)).toEqual({ ok: true, value: { areaId: 'main', before: 7, after: 12, drift: 5 } });
  const update = await device.until(() => device.all('occupancy_updated').find((u) => u.version === 2), 'the recount');
  expect(update.areas).toMatchObject([{ areaId: 'main', currentOccupancy: 12, totalEntries: 9, totalExits: 2 }]);
  device.send(batch(3, [1], 'main', before - HOUR_MS));
  await device.next('ack');
  expect(await counts()).toMatchObject({ main: [12, 10, 2] });
  expect(await recount(3)).toMatchObject({ value: { before: 12, drift: -9 } });
  expect(await recount(3)).toMatchObject({ value: { before: 3, drift: 0 } });
  expect(await recount(3, 'nowhere')).toEqual({ ok: false, code: 'not_found' });
  const entries = await runInDurableObject(roomStub(), (_room, { storage }) =>
    storage.sql
      .exec("SELECT actor, area_id, before, after, note FROM journal WHERE kind = 'occupancy_recounted' ORDER BY id")
      .toArray(),
  );
  const entry = { actor: ADMIN, area_id: 'main', note: 'Counted by hand' };
  expect(entries).toEqual([
    { ...entry, before: '7', after: '12' },
    { ...entry, before: '12', after: '3' },
    { ...entry, before: '3', after: '3' },
  ]);
  const { stored, rebuilt } = await storedAndRebuilt();
  expect(rebuilt).toEqual(stored);
});

test('a deleted area is not recounted', async () => {
  await knownRoom();
  const after = definition({ revision: 2, areas: [{ areaId: 'main', areaName: 'Main Stage', capacity: 500 }] });
  await roomStub().follow(after, ADMIN);
  const recount = { occupancy: 1, reason: 'By eye' };
  expect(await roomStub().recountArea(visitOf(after), 'bar', recount, ADMIN)).toEqual({ ok: false, code: 'not_found' });
});

test('a locked account refuses taps, but those that occurred before the lock count', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  await roomStub().setAccount({ revision: 2, status: 'unpaid', trialEndsAt: 0 });
  await device.next('force_refresh');
  expect(await device.next('sync')).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid' });
  device.send(batch(1, [1]));
  expect(await device.next('ack')).toMatchObject({
    seq: 1,
    version: 0,
    rejected: [{ seq: 1, code: 'counting_locked' }],
  });
  device.send(batch(2, [1], 'main', Date.now() - HOUR_MS));
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 2, version: 1 });
  await roomStub().setAccount({ revision: 1, status: 'active', trialEndsAt: 0 });
  device.send(batch(3, [1]));
  expect(await device.next('ack')).toMatchObject({ rejected: [{ seq: 3, code: 'counting_locked' }] });
  await roomStub().setAccount({ revision: 3, status: 'active', trialEndsAt: 0 });
  expect(await device.next('sync')).toMatchObject({ countingAllowed: true });
  device.send(batch(4, [1]));
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 4, version: 2 });
});

test('the polling call counts like a socket and answers ack and sync', async () => {
  const known = await knownRoom();
  const body = {
    clientId: clientIdOf(9),
    seq: 1,
    sentAt: Date.now(),
    taps: [{ areaId: 'bar', change: 2, at: Date.now() }],
  };
  const first = await roomStub().poll(visitOf(known), ADMIN, body);
  const again = await roomStub().poll(visitOf(known), ADMIN, body);
  for (const answer of [first, again]) {
    expect(answer).toMatchObject({
      ok: true,
      value: { ack: { type: 'ack', seq: 1, version: 1 }, sync: { clientId: clientIdOf(9), lastSeq: 1 } },
    });
  }
  expect(await counts()).toMatchObject({ bar: [2, 2, 0] });
  expect(await roomStub().poll(visitOf(known), `code:${EVENT_ID}`, body)).toEqual({
    ok: false,
    code: 'client_id_taken',
  });
});
