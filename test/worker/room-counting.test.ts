import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/shared/limits';
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
} from './support/room';

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
