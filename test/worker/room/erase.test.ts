import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventRoom } from '../../../src/room/event-room';
import { eventually } from '../../support/eventually';
import { alarmAt, count, FRIDAY, FRIDAY_NIGHT, nightOut, poll, putD1InReach, recordedDays } from '../support/days';
import { putDefinition } from '../support/definitions';
import {
  batch,
  clientIdOf,
  counts,
  definition,
  joinRoom,
  knownRoom,
  openDevice,
  roomStub,
  visitOf,
} from '../support/room';

/** What becomes of a room whose event is gone for good: its days first, then nothing is left of it. */

let night: ReturnType<typeof nightOut>;
beforeEach(() => {
  night = nightOut();
});
afterEach(() => night.end());

const BILLED = { day: FRIDAY, countedAt: FRIDAY_NIGHT, billableAt: FRIDAY_NIGHT };
const OK = { ok: true, value: null };

/** How many rows each table of the room holds, but for the number of its schema. */
const rows = () =>
  runInDurableObject(roomStub(), (_room, { storage }) =>
    ['meta', 'areas', 'clients', 'ledger', 'journal', 'log', 'days', 'devices', 'alerts', 'reports'].map(
      (table) => storage.sql.exec(`SELECT count(*) AS n FROM ${table}`).one()['n'],
    ),
  );
const EMPTY = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

test('nothing is left of an event that was counted in but its days in D1', async () => {
  await knownRoom();
  await count();
  expect(await roomStub().erase()).toEqual(OK);
  expect(await rows()).toEqual(EMPTY);
  expect(await alarmAt()).toBeNull();
  expect(await recordedDays()).toEqual([BILLED]);
  expect(await roomStub().erase()).toEqual(OK);
  expect(await recordedDays()).toEqual([BILLED]);
  expect(night.logged).toEqual([]);
});

test('a room that never learned its event has nothing to erase', async () => {
  await putD1InReach(false);
  expect(await roomStub().erase()).toEqual(OK);
  expect(await rows()).toEqual(EMPTY);
});

test('while D1 is out of reach the room keeps its days; what it owes is on record before it is empty', async () => {
  await knownRoom();
  await putD1InReach(false);
  await count();
  expect(await roomStub().erase()).toEqual({ ok: false, code: 'unavailable' });
  expect(await poll([FRIDAY_NIGHT])).toEqual({ ok: false, code: 'not_found' });
  await evictDurableObject(roomStub());
  expect(await roomStub().erase()).toEqual({ ok: false, code: 'unavailable' });
  await putD1InReach(true);
  expect(await roomStub().erase()).toEqual(OK);
  expect(await recordedDays()).toEqual([BILLED]);
  expect(await rows()).toEqual(EMPTY);
});

test('the days of a room that could not be erased come by its alarm', async () => {
  await knownRoom();
  await putD1InReach(false);
  await count();
  await roomStub().erase();
  await putD1InReach(true);
  night.at((await alarmAt()) ?? 0);
  await runDurableObjectAlarm(roomStub());
  expect(await recordedDays()).toEqual([BILLED]);
  expect(night.asked).toEqual(['owner-1']);
});

test('the hub that has the room erased need not answer meanwhile', async () => {
  await knownRoom();
  night.cutHub();
  await count();
  expect(await roomStub().erase()).toEqual(OK);
  expect(await recordedDays()).toEqual([BILLED]);
  expect(await rows()).toEqual(EMPTY);
});

test('who is connected is told that the event is gone, and sent away', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(901));
  const silent = await openDevice();
  device.send(batch(1, [1]));
  await device.next('ack');
  expect(await roomStub().erase()).toEqual(OK);
  for (const each of [device, silent]) {
    expect(await each.next('event_deleted')).toMatchObject({ eventId: 'event-1' });
    expect(await each.closedWith()).toBe(4404);
  }
  expect(await recordedDays()).toHaveLength(1);
});

test('a device of an emptied room that was not told in time is sent away when the room starts again', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(902));
  await runInDurableObject(roomStub(), (_room, { storage }) => storage.deleteAll());
  await evictDurableObject(roomStub());
  await roomStub().endSessions(['another']);
  expect(await device.closedWith()).toBe(4404);
});

test('an empty room answers, and is a room like any other to an event that D1 knows', async () => {
  await knownRoom();
  await count();
  await roomStub().erase();
  expect(await roomStub().listAreas(visitOf(definition()))).toEqual({ ok: false, code: 'not_found' });
  expect(await poll([FRIDAY_NIGHT])).toEqual({ ok: false, code: 'not_found' });
  await expect(openDevice()).rejects.toThrow('No socket: 404');
  await roomStub().setAccount({ revision: 9, status: 'active', trialEndsAt: 0 });
  await roomStub().deleteEvent();
  expect(await rows()).toEqual(EMPTY);
  await putDefinition(definition());
  await count();
  expect(await counts()).toMatchObject({ main: [1, 1, 0] });
});

test('a visit that was under way when the room was erased brings nothing back', async () => {
  await putDefinition(definition());
  // The room asks D1 for its event, and is erased before the answer is there.
  const visits = await runInDurableObject(roomStub(), async (room) => {
    if (!(room instanceof EventRoom)) throw new Error('Not a room');
    const listed = room.listAreas(visitOf(definition()));
    const erased = room.erase();
    return [await listed, await erased];
  });
  expect(visits).toEqual([{ ok: false, code: 'not_found' }, OK]);
  expect(await rows()).toEqual(EMPTY);
});

test('an upgrade that was under way when the room was erased leaves nothing behind', async () => {
  await knownRoom();
  const opened = openDevice();
  const erased = roomStub().erase();
  expect(await erased).toEqual(OK);
  await opened.then(
    async (device) => expect(await device.closedWith()).toBe(4404),
    (error: unknown) => expect(String(error)).toContain('No socket: 404'),
  );
  expect(await rows()).toEqual(EMPTY);
});

test('the day of a tap that comes just before its room is erased is on record', async () => {
  await knownRoom();
  const [tapped, erased] = await Promise.all([poll([FRIDAY_NIGHT]), roomStub().erase()]);
  expect([tapped.ok, erased]).toEqual([true, OK]);
  expect(await recordedDays()).toEqual([BILLED]);
  // Its delivery, which was under way, comes to its end.
  await eventually(() => expect(night.asked).toEqual(['owner-1']));
});
