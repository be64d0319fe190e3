import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/db/client';
import { loadDefinition } from '../../../src/db/definitions';
import { createVenue } from '../support/accounts';
import { FRIDAY, FRIDAY_NIGHT, markedDays } from '../support/days';
import { clientIdOf } from '../support/room';

const SCHEDULE = { timeZone: 'Asia/Tokyo', reportTime: '05:30', startDate: '2026-07-31', endDate: '2026-08-02' };

afterEach(() => {
  vi.useRealTimers();
});

async function scheduledVenue() {
  const { admin, event, area, device } = await createVenue();
  const path = `/api/events/${event.eventId}/schedule`;
  return {
    event,
    area,
    device,
    read: () => admin.client.get(path),
    set: (body: unknown) => admin.client.call('PUT', path, { body }),
  };
}

test('an event has a schedule from the beginning, and all of it is replaced', async () => {
  const { read, set } = await scheduledVenue();
  const first = { timeZone: expect.any(String), reportTime: '06:00', startDate: null, endDate: null };
  expect(await read()).toMatchObject({ status: 200, body: first });

  const answer = await set({ ...SCHEDULE, timeZone: 'asia/tokyo', eventName: 'Ignored' });
  expect([answer.status, answer.body]).toEqual([200, SCHEDULE]);
  expect((await read()).body).toEqual(SCHEDULE);

  const open = { ...SCHEDULE, startDate: null, endDate: null };
  expect((await set(open)).body).toEqual(open);
  expect((await read()).body).toEqual(open);
});

test.each([
  [{ timeZone: '+09:00' }, 'Please choose a time zone, such as Europe/Berlin.'],
  [{ reportTime: '24:00' }, 'Please enter the report time as hours and minutes, such as 06:00.'],
  [{ endDate: null }, 'Please enter the first and the last day, or neither of them.'],
  [{ endDate: '2026-07-01' }, 'The last day must not be before the first.'],
])('nothing is stored of one that is wrong: %j', async (wrong, error) => {
  const { read, set } = await scheduledVenue();
  const before = (await read()).body;
  expect(await set({ ...SCHEDULE, ...wrong })).toMatchObject({ status: 400, body: { error, code: 'invalid_input' } });
  expect((await read()).body).toEqual(before);
});

test('its clock is part of the definition, under a new revision, and the present day ends as it was to end', async () => {
  // In Tokyo it is Saturday morning.
  vi.useFakeTimers({ toFake: ['Date'], now: FRIDAY_NIGHT });
  const { event, area, device, read, set } = await scheduledVenue();
  const database = openDatabase(env.DB);
  const before = await loadDefinition(database, event.eventId);
  await set(SCHEDULE);
  const after = await loadDefinition(database, event.eventId);
  expect([after?.timeZone, after?.reportTime]).toEqual(['Asia/Tokyo', '05:30']);
  expect(after?.revision).toBe((before?.revision ?? 0) + 1);

  const at = Date.now();
  const taps = [{ areaId: area.areaId, change: 1, at }];
  const body = { clientId: clientIdOf(1), seq: 1, sentAt: at, taps };
  expect((await device.post(`/api/events/${event.eventId}/occupancy?v=2`, body)).status).toBe(200);
  const room = env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
  expect((await markedDays(room)).map(({ day }) => day)).toEqual([FRIDAY]);
  expect((await read()).body).toEqual(SCHEDULE);
});
