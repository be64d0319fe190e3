import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { onErrorLine } from '../../../src/lib/log';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { type Admin, createVenue } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { createClient, HTTP, readAnswer } from '../support/client';
import { clientIdOf } from '../support/room';
import { openSocket, UPGRADE } from '../support/sockets';

const linkPath = (eventId: string) => `/api/events/${eventId}/display`;
const UNKNOWN = '0'.repeat(64);

async function makeLink({ client }: Admin, eventId: string): Promise<string> {
  const answer = await client.post(linkPath(eventId));
  expect(answer.status).toBe(200);
  return z.parse(z.string(), z.parse(DisplayLinkSchema, answer.body).displayToken);
}

async function openDisplay(token: string, eventId: string, n = 1) {
  const viewer = await openSocket(createClient(), `/api/displays/${token}/socket?v=2`);
  viewer.send({ type: 'join_event', eventId, clientId: clientIdOf(n) });
  return viewer;
}

async function upgrade(token: string, headers: Record<string, string> = UPGRADE) {
  const answer = await createClient().fetch(`/api/displays/${token}/socket`, { headers });
  answer.webSocket?.accept();
  answer.webSocket?.close();
  return readAnswer(answer);
}

describe('the link', () => {
  test('is made, shown again, replaced and revoked by the owner', async () => {
    const { admin, event } = await createVenue();
    const read = async () => (await admin.client.get(linkPath(event.eventId))).body;
    expect(await read()).toEqual({ displayToken: null });
    const first = await makeLink(admin, event.eventId);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(await read()).toEqual({ displayToken: first });
    const second = await makeLink(admin, event.eventId);
    expect(second).not.toBe(first);
    expect(await read()).toEqual({ displayToken: second });
    for (let twice = 0; twice < 2; twice += 1) {
      const revoked = await admin.client.call('DELETE', linkPath(event.eventId));
      expect(revoked).toMatchObject({ status: 200, body: { displayToken: null } });
    }
    expect(await read()).toEqual({ displayToken: null });
  });

  test('is in no event that anybody is given', async () => {
    const { admin, event, device } = await createVenue();
    const token = await makeLink(admin, event.eventId);
    const answers = [
      await admin.client.get('/api/events'),
      await admin.client.call('PATCH', `/api/events/${event.eventId}`, { body: { eventName: 'New' } }),
      await device.get(`/api/events/by-access-code/${event.accessCode}`),
      await device.get(`/api/events/${event.eventId}/areas`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain(token);
  });

  test('made five times at once: one opens, the others nothing', async () => {
    const { admin, event } = await createVenue();
    const tokens = await Promise.all(Array.from({ length: 5 }, () => makeLink(admin, event.eventId)));
    const { body } = await admin.client.get(linkPath(event.eventId));
    const opens = await Promise.all(tokens.map(async (token) => (await upgrade(token)).status));
    const current = tokens.indexOf(z.parse(DisplayLinkSchema, body).displayToken ?? '');
    expect(opens).toEqual(tokens.map((_, i) => (i === current ? 101 : 404)));
  });
});

describe('whoever has the link', () => {
  test('is told 404 for one that nobody made, also with somebody’s session', async () => {
    const { admin } = await createVenue();
    for (const token of [UNKNOWN, 'x', '%00', 'null', '..%2f', 'x'.repeat(5_000)]) {
      for (const client of [admin.client, createClient()]) {
        expect(await client.get(`/api/displays/${token}`), token).toMatchObject({
          status: 404,
          body: { code: 'not_found' },
        });
      }
      expect((await upgrade(token)).status, token).toBe(404);
    }
  });

  test('gets a socket only by an upgrade, from no foreign page, in a version that is spoken', async () => {
    const { admin, event } = await createVenue();
    const token = await makeLink(admin, event.eventId);
    expect(await upgrade(token, {})).toMatchObject({ status: 400, body: { code: 'upgrade_required' } });
    expect(await upgrade(token, { ...UPGRADE, Origin: 'https://evil.test' })).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin' },
    });
    const own = await upgrade(token, { ...UPGRADE, Origin: HTTP });
    expect(own.status).toBe(101);
    const outdated = await openSocket(createClient(), `/api/displays/${token}/socket?v=999`);
    expect(await outdated.closedWith()).toBe(4426);
  });

  test('only watches', async () => {
    const { admin, event, area } = await createVenue();
    const viewer = await openDisplay(await makeLink(admin, event.eventId), event.eventId);
    viewer.send({ type: 'update_occupancy', eventId: event.eventId, areaId: area.areaId, change: 1 });
    expect(await viewer.next('error')).toMatchObject({ code: 'forbidden' });
    expect(await viewer.closedWith()).toBe(4403);
    const { body } = await admin.client.get(`/api/events/${event.eventId}/areas`);
    expect(body).toMatchObject({ areas: [{ currentOccupancy: 0 }] });
  });

  afterEach(() => vi.restoreAllMocks());

  test.each([
    ['replaced', (admin: Admin, path: string) => admin.client.post(path)],
    ['revoked', (admin: Admin, path: string) => admin.client.call('DELETE', path)],
  ])('is cut off when it is %s; the owner’s devices stay', async (_what, change) => {
    const { admin, event } = await createVenue();
    const token = await makeLink(admin, event.eventId);
    const viewers = [await openDisplay(token, event.eventId, 1), await openDisplay(token, event.eventId, 2)];
    const desk = await openSocket(admin.client, `/api/events/${event.eventId}/socket?v=2`);
    desk.send({ type: 'join_event', eventId: event.eventId });
    await desk.next('sync');
    await change(admin, linkPath(event.eventId));
    for (const viewer of viewers) expect(await viewer.closedWith()).toBe(4401);
    expect((await upgrade(token)).status).toBe(404);
    expect((await createClient().get(`/api/displays/${token}`)).status).toBe(404);
    desk.send({ type: 'request_sync' });
    await desk.next('sync');
  });

  test.each([
    ['the room looks after itself', async () => 'within a minute'],
    ['the owner asks again', ({ client }: Admin, path: string) => client.call('DELETE', path)],
    ['somebody comes to the event', ({ client }: Admin, path: string) => client.get(path.replace('display', 'areas'))],
  ])('is cut off when the room heard nothing of it: %s', async (what, heal) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { admin, event } = await createVenue();
    const viewer = await openDisplay(await makeLink(admin, event.eventId), event.eventId);
    await viewer.next('display');
    const path = linkPath(event.eventId);
    const headers = { cookie: admin.client.cookie() };
    const revoked = await app.request(HTTP + path, { method: 'DELETE', headers }, unreachableObjects());
    expect(revoked.status).toBe(200);
    expect(logged).toHaveBeenCalledOnce();
    expect(viewer.closed).toBeNull();
    if (what === 'the room looks after itself')
      await runDurableObjectAlarm(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)));
    await heal(admin, path);
    expect(await viewer.closedWith()).toBe(4401);
  });

  test.each([
    ['event', (eventId: string) => `/api/events/${eventId}`],
    ['account', () => '/api/users'],
  ])('is cut off when the %s is deleted, and nothing of the link stays', async (_what, path) => {
    const { admin, event } = await createVenue();
    const token = await makeLink(admin, event.eventId);
    const viewer = await openDisplay(token, event.eventId);
    expect((await admin.client.call('DELETE', path(event.eventId))).status).toBe(200);
    expect(await viewer.closedWith()).toBe(4404);
    expect((await upgrade(token)).status).toBe(404);
    expect((await createClient().get(`/api/displays/${token}`)).status).toBe(404);
    const kept = env.DB.prepare('SELECT count(*) AS n FROM events WHERE display_token IS NOT NULL');
    expect(await kept.first('n')).toBe(0);
  });

  test('still sees it while the account is locked', async () => {
    const { admin, event } = await createVenue();
    const token = await makeLink(admin, event.eventId);
    await env.DB.prepare("UPDATE users SET subscription_status = 'canceled', revision = revision + 1").run();
    expect((await upgrade(token)).status).toBe(101);
  });
});

describe('the token', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    onErrorLine(null);
  });

  test('is in no log, whatever fails', async () => {
    const { admin, event } = await createVenue();
    const token = await makeLink(admin, event.eventId);
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    const heard = vi.fn<() => void>();
    onErrorLine(heard);
    const paths = [`/api/displays/${token}`, `/api/displays/${token}/socket`];
    await env.DB.prepare('ALTER TABLE events RENAME TO gone').run();
    for (const path of paths) {
      expect((await app.request(`${HTTP}${path}`, { headers: UPGRADE }, env)).status).toBe(500);
    }
    await env.DB.prepare('ALTER TABLE gone RENAME TO events').run();
    for (const path of paths) {
      const answer = await app.request(`${HTTP}${path}`, { headers: UPGRADE }, unreachableObjects());
      expect(answer.status).toBe(503);
    }
    const headers = { cookie: admin.client.cookie() };
    const revoked = await app.request(
      HTTP + linkPath(event.eventId),
      { method: 'DELETE', headers },
      unreachableObjects(),
    );
    expect(revoked.status).toBe(200);
    // Beside a line the platform writes the call's address: of those with the token there is none.
    expect(logged).toHaveBeenCalledTimes(1);
    expect(heard).toHaveBeenCalledTimes(5);
    expect(JSON.stringify(logged.mock.calls)).not.toContain(token);
  });

  test('is kept by nobody on the way, and told to no other site', async () => {
    const { headers } = await createClient().get(`/api/displays/${UNKNOWN}`);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  });
});
