import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { onErrorLine } from '../../../src/observability/log';
import { EventRoom } from '../../../src/room/event-room';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { type Admin, createOpenVenue, createVenue, deleteAccount, signUp } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { type Client, createClient, HTTP, readAnswer } from '../support/client';
import { clientIdOf } from '../support/room';
import { join, openSocket, UPGRADE } from '../support/sockets';

/** Tests the links of public displays through the whole worker: who creates them, what they open, and when they end. */

afterEach(() => {
  onErrorLine(null);
});

const linkPath = (eventId: string) => `/api/events/${eventId}/display`;
const UNKNOWN = '0'.repeat(64);

async function makeLink({ client }: Admin, eventId: string): Promise<string> {
  const answer = await client.post(linkPath(eventId));
  expect(answer.status).toBe(200);
  return z.parse(z.string(), z.parse(DisplayLinkSchema, answer.body).displayToken);
}
async function linked() {
  const venue = await createOpenVenue();
  return { ...venue, token: await makeLink(venue.admin, venue.event.eventId) };
}

async function openDisplay(token: string, eventId: string, n = 1) {
  const viewer = await openSocket(createClient(), `/api/displays/${token}/socket?v=1`);
  viewer.send({ type: 'join_event', eventId, clientId: clientIdOf(n) });
  return viewer;
}

async function upgrade(token: string, headers: Record<string, string> = UPGRADE) {
  const answer = await createClient().fetch(`/api/displays/${token}/socket`, { headers });
  answer.webSocket?.accept();
  answer.webSocket?.close();
  return readAnswer(answer);
}
test('a display link is created, shown, replaced and revoked by the admin and is part of no event that others receive', async () => {
  const { admin, event, device } = await createVenue();
  const read = async () => (await admin.client.get(linkPath(event.eventId))).body;
  expect(await read()).toEqual({ displayToken: null });
  const first = await makeLink(admin, event.eventId);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await read()).toEqual({ displayToken: first });
  const second = await makeLink(admin, event.eventId);
  expect(second).not.toBe(first);
  expect(await read()).toEqual({ displayToken: second });
  const answers = [
    await admin.client.get('/api/events'),
    await admin.client.call('PATCH', `/api/events/${event.eventId}`, { body: { eventName: 'New' } }),
    await device.get(`/api/events/by-access-code/${event.accessCode}`),
    await device.get(`/api/events/${event.eventId}/areas`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(second);
  const revoked = await admin.client.call('DELETE', linkPath(event.eventId));
  expect(revoked).toMatchObject({ status: 200, body: { displayToken: null } });
  expect(await read()).toEqual({ displayToken: null });
});

test('a display is readable with its link and reveals only public data', async () => {
  const { admin, event, area, device, token } = await linked();
  const settings = { capacity: 1000, staffAllowance: 40, safetyMarginPercent: 5, alertThresholds: [] };
  await admin.client.call('PUT', `/api/events/${event.eventId}/venue`, { body: settings });
  const at = Date.now();
  const body = { clientId: clientIdOf(1), seq: 1, sentAt: at, taps: [{ areaId: area.areaId, change: 40, at }] };
  await device.post(`/api/events/${event.eventId}/occupancy?v=1`, body);
  const display = {
    eventId: event.eventId,
    version: 1,
    eventName: event.eventName,
    venue: { occupancy: 40, capacity: 910 },
    areas: [{ areaId: area.areaId, areaName: area.areaName, occupancy: 40, capacity: 500 }],
  };
  for (const client of [createClient(), device, admin.client, (await signUp()).client]) {
    const read = await client.get(`/api/displays/${token}`);
    expect([read.status, read.body]).toEqual([200, display]);
  }
  const viewer = await openDisplay(token, event.eventId);
  expect(await viewer.next('display')).toEqual({ type: 'display', ...display });
  expect(viewer.frames).toHaveLength(1);
});

test('an unknown display link gets 404 even with a session, and no cache keeps the answer', async () => {
  const { admin } = await createVenue();
  for (const token of [UNKNOWN, 'x', '%00', 'null', '..%2f', 'x'.repeat(5_000)]) {
    for (const client of [admin.client, createClient()]) {
      const { status, body, headers } = await client.get(`/api/displays/${token}`);
      expect([status, body], token).toMatchObject([404, { code: 'not_found' }]);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    }
    expect((await upgrade(token)).status, token).toBe(404);
  }
});

test('a display link opens a socket only by an upgrade, from no foreign page, in a supported version', async () => {
  const { token } = await linked();
  expect(await upgrade(token, {})).toMatchObject({ status: 400, body: { code: 'upgrade_required' } });
  expect(await upgrade(token, { ...UPGRADE, Origin: 'https://evil.test' })).toMatchObject({
    status: 403,
    body: { code: 'foreign_origin' },
  });
  expect((await upgrade(token, { ...UPGRADE, Origin: HTTP })).status).toBe(101);
  const outdated = await openSocket(createClient(), `/api/displays/${token}/socket?v=999`);
  expect(await outdated.closedWith()).toBe(4426);
  // A link shows its event while the account is locked.
  await env.DB.prepare("UPDATE users SET subscription_status = 'canceled', revision = revision + 1").run();
  expect((await upgrade(token)).status).toBe(101);
});

test.each([
  ['the link is replaced', 4401, (client: Client, id: string) => client.post(linkPath(id))],
  ['the link is revoked', 4401, (client: Client, id: string) => client.call('DELETE', linkPath(id))],
  ['the event is deleted', 4404, (client: Client, id: string) => client.call('DELETE', `/api/events/${id}`)],
  ['the account is deleted', 4404, (client: Client) => deleteAccount(client)],
])('displays are disconnected when %s', async (_what, code, change) => {
  const { admin, event, token } = await linked();
  const viewers = [await openDisplay(token, event.eventId, 1), await openDisplay(token, event.eventId, 2)];
  const desk = await join(admin.client, event.eventId, clientIdOf(3));
  expect((await change(admin.client, event.eventId)).status).toBe(200);
  for (const viewer of viewers) expect(await viewer.closedWith()).toBe(code);
  for (const path of [`/api/displays/${token}`, `/api/displays/${token}/socket`]) {
    expect((await createClient().call('GET', path, { headers: UPGRADE })).status).toBe(404);
  }
  if (code === 4404) {
    expect(
      await env.DB.prepare('SELECT count(*) AS n FROM events WHERE display_token = ?').bind(token).first('n'),
    ).toBe(0);
    return;
  }
  // The admin's devices stay connected.
  desk.send({ type: 'request_sync' });
  await desk.next('sync');
});

test("a display whose room missed the revocation is disconnected at the room's next upkeep", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { admin, event, token } = await linked();
  const viewer = await openDisplay(token, event.eventId);
  await viewer.next('display');
  const init = { method: 'DELETE', headers: { cookie: admin.client.cookie() } };
  expect((await app.request(HTTP + linkPath(event.eventId), init, unreachableObjects())).status).toBe(200);
  expect(viewer.closed).toBeNull();
  await runDurableObjectAlarm(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)));
  expect(await viewer.closedWith()).toBe(4401);
});

test('the display link is in no log, whatever fails', async () => {
  const { admin, event, token } = await linked();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const heard = vi.fn<() => void>();
  onErrorLine(heard);
  const paths = [`/api/displays/${token}`, `/api/displays/${token}/socket`];
  const expectUnavailable = async (bindings: object) => {
    for (const path of paths) {
      const answer = await app.request(`${HTTP}${path}`, { headers: UPGRADE }, bindings);
      expect(answer.status).toBe(503);
    }
  };
  await env.DB.prepare('ALTER TABLE events RENAME TO gone').run();
  await expectUnavailable(env);
  await env.DB.prepare('ALTER TABLE gone RENAME TO events').run();
  await expectUnavailable(unreachableObjects());
  const init = { method: 'DELETE', headers: { cookie: admin.client.cookie() } };
  expect((await app.request(HTTP + linkPath(event.eventId), init, unreachableObjects())).status).toBe(200);
  // The platform writes the address of the call beside each log line, so calls with a token in their address write no
  // line.
  expect(logged).toHaveBeenCalledTimes(1);
  expect(heard).toHaveBeenCalledTimes(5);
  expect(JSON.stringify(logged.mock.calls)).not.toContain(token);
});

test('calls of a display ask the room at most once a second, however many there are', async () => {
  const { token } = await linked();
  const asked = vi.spyOn(EventRoom.prototype, 'readDisplay');
  const answers = await Promise.all(Array.from({ length: 20 }, () => createClient().get(`/api/displays/${token}`)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(asked).toHaveBeenCalledOnce();
});
