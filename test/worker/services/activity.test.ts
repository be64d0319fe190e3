import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { app } from '../../../src/app';
import { createEvent, createVenue, loginWithCode, signUp } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { type Client, HTTP } from '../support/client';
import { clientIdOf } from '../support/room';
import { join } from '../support/sockets';

const activity = async (client: Client) => (await client.get('/api/users/activity')).body;

test('says how many events there are, and how many devices count on them', async () => {
  const { admin, event, area, device } = await createVenue();
  const second = await createEvent(admin, 'Second');
  await createVenue();
  expect(await activity(admin.client)).toEqual({ events: 2, countingDevices: 0 });

  // An own screen only watches until somebody taps on it.
  const desk = await join(admin.client, event.eventId, clientIdOf(1));
  expect(await activity(admin.client)).toEqual({ events: 2, countingDevices: 0 });
  await join(device, event.eventId, clientIdOf(2));
  await join(await loginWithCode(second.accessCode), second.eventId, clientIdOf(3));
  expect(await activity(admin.client)).toEqual({ events: 2, countingDevices: 2 });
  desk.send({ type: 'update_occupancy', eventId: event.eventId, areaId: area.areaId, change: 1 });
  await desk.next('ack');
  expect(await activity(admin.client)).toEqual({ events: 2, countingDevices: 3 });

  await admin.client.call('DELETE', `/api/events/${event.eventId}`);
  expect(await activity(admin.client)).toEqual({ events: 1, countingDevices: 1 });
});

test('of another account nothing is told', async () => {
  const { event, device } = await createVenue();
  await join(device, event.eventId, clientIdOf(1));
  expect(await activity((await signUp()).client)).toEqual({ events: 0, countingDevices: 0 });
});

test('is 503 where the hub cannot be reached', async () => {
  const { admin } = await createVenue();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const init = { headers: { cookie: admin.client.cookie() } };
  const answer = await app.request(`${HTTP}/api/users/activity`, init, { ...env, ...unreachableObjects() });
  log.mockRestore();
  expect(answer.status).toBe(503);
});
