import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { stopClock } from '../../support/clock';
import { CAPACITY_PLAN } from '../support/capacity-plan';
import { createArea, createEvent, createVenue, loginWithCode, PASSWORD } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import { clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';

// The time lies far in the future, so that the hub's job runs only when a test rings its alarm.
beforeEach(() => stopClock());

const deleteAccount = (client: Client) => client.call('DELETE', '/api/users');
const sessionCount = () => env.DB.prepare('SELECT count(*) AS n FROM sessions').first('n');

test('an account deletion ends sessions, logins and codes, and the address may sign up again to an empty account', async () => {
  const { admin, event, device } = await createVenue();
  await admin.client.call('PUT', '/api/users/billing-details', { body: { billing_address_country: 'DE' } });
  const elsewhere = createClient();
  await elsewhere.post('/api/auth/login', { username: admin.email, password: PASSWORD });
  const cookie = admin.client.cookie();

  const answer = await deleteAccount(admin.client);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^headroom_session=; Max-Age=0;/),
    expect.stringMatching(/^headroom_signed_in=; Max-Age=0;/),
  ]);
  // The remaining cookie names no account. It only raises limits (docs/decisions/0016).
  expect(admin.client.cookie()).toMatch(/^headroom_device=[^;]+$/);
  expect(await sessionCount()).toBe(0);
  for (const path of ['/api/auth/verify', '/api/users/me', '/api/users/profile', '/api/events']) {
    expect(await createClient().call('GET', path, { headers: { cookie } })).toMatchObject({ status: 401 });
  }
  expect((await elsewhere.get('/api/events')).status).toBe(401);
  expect((await device.get(`/api/events/${event.eventId}/areas`)).status).toBe(401);

  const guest = createClient();
  const refused = { status: 401, body: { error: 'Login failed. Please check your credentials.' } };
  const login = { username: admin.email, password: PASSWORD };
  expect(await guest.post('/api/auth/login', login)).toMatchObject(refused);
  expect(await guest.post('/api/auth/login', { username: event.accessCode })).toMatchObject(refused);

  expect((await guest.post('/api/auth/signup', { email: admin.email, password: PASSWORD })).status).toBe(201);
  expect((await guest.post('/api/auth/login', login)).status).toBe(200);
  expect((await guest.get('/api/events')).body).toEqual([]);
  expect((await guest.get('/api/users/profile')).body).toMatchObject({ billing_address_country: '' });
});

test('an account deletion reaches every device, touches no other account, and leaves no typed text in the definitions', async () => {
  const other = await createVenue();
  const otherSocket = await join(other.device, other.event.eventId);
  const otherHub = await openSocket(other.admin.client, '/api/account/socket');
  const { admin, event, area, device } = await createVenue();
  const limits = [{ kind: 'fire', capacity: 90, condition: 'Certificate 7' }];
  await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: { limits } });
  const settings = { capacity: 500, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [] };
  await admin.client.call('PUT', `/api/events/${event.eventId}/venue`, { body: { ...settings, limits } });
  const spaces = [{ name: 'Ballroom', areaId: null, use: 'standing', size: 1 }];
  const plan = { ...CAPACITY_PLAN, place: 'other', spaces };
  const planned = await admin.client.call('PUT', `/api/events/${event.eventId}/capacity-plan`, { body: plan });
  expect(planned.status).toBe(200);
  await admin.client.call('PUT', '/api/users/billing-details', {
    body: { billing_first_name: 'Zoë', billing_address_country: 'DE' },
  });
  const second = await createEvent(admin, 'Second');
  const desk = await join(admin.client, event.eventId, clientIdOf(1));
  const door = await join(device, event.eventId, clientIdOf(2));
  const otherDoor = await join(await loginWithCode(second.accessCode), second.eventId, clientIdOf(3));
  const hub = await openSocket(admin.client, '/api/account/socket');
  expect(await deleteAccount(admin.client)).toMatchObject({ status: 200, body: { success: true } });
  for (const [socket, { eventId }] of [
    [desk, event],
    [door, event],
    [otherDoor, second],
  ] as const) {
    expect(await socket.next('event_deleted')).toEqual({ type: 'event_deleted', eventId });
    expect(await socket.closedWith()).toBe(4404);
  }
  expect(await hub.closedWith()).toBe(4401);
  for (const table of ['users', 'events', 'areas']) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table} WHERE deleted_at IS NOT NULL`).all();
    expect(results.length, table).toBeGreaterThan(0);
    const typed = [
      admin.email,
      event.accessCode,
      'Second',
      'Main Stage',
      'Zoë',
      'scrypt',
      'DE',
      'Certificate',
      'Ballroom',
    ];
    for (const text of typed) expect(JSON.stringify(results), text).not.toContain(text);
  }

  otherSocket.send({ type: 'request_sync' });
  await otherSocket.next('sync');
  otherHub.sendText('ping');
  await otherHub.until(() => otherHub.texts[0], 'pong');
  expect((await other.admin.client.get('/api/events')).body).toEqual([other.event]);
  expect((await other.device.get('/api/auth/verify')).status).toBe(200);
  expect((await loginWithCode(other.event.accessCode)).cookie()).not.toBe('');
  await createArea(other.admin, other.event.eventId, 'Balcony');
});
