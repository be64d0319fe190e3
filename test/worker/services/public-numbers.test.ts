import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { EventRoom } from '../../../src/room/event-room';
import { PublicLinkSchema } from '../../../src/shared/public-numbers/schemas';
import { MINUTE_MS } from '../../../src/shared/durations';
import { stopClock } from '../../support/clock';
import { createOpenVenue, createVenue } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import { tapper } from '../support/taps';

/** Tests what anybody reads of an event through the whole worker: who switches it on, what it shows, and when it ends. */

const pathOf = (eventId: string) => `/api/events/${eventId}/public`;

async function publish(client: Client, eventId: string, detail = 'level') {
  const { status, body } = await client.call('PUT', pathOf(eventId), { body: { detail } });
  expect(status).toBe(200);
  const { link } = z.parse(PublicLinkSchema, body);
  if (link === null) throw new Error('No link');
  return link.token;
}

async function counted() {
  const venue = await createOpenVenue();
  const { device, event, area } = venue;
  await tapper(device, event.eventId)([{ areaId: area.areaId, change: 300 }]);
  return { ...venue, eventId: event.eventId, client: venue.admin.client };
}

test('numbers are public only while the admin says so, in the detail that the admin says', async () => {
  const { client, eventId, event, area } = await counted();
  expect((await client.get(pathOf(eventId))).body).toEqual({ link: null });
  expect((await client.call('PUT', pathOf(eventId), { body: { detail: 'everything' } })).status).toBe(400);
  const token = await publish(client, eventId);
  expect((await client.get(pathOf(eventId))).body).toEqual({ link: { token, detail: 'level' } });
  const read = async () => await createClient().get(`/api/public/${token}`);
  expect(await read()).toMatchObject({
    status: 200,
    body: { eventName: event.eventName, state: 'open', venue: { fill: { level: 'busy', percent: 60 } }, areas: [] },
  });
  // The token stays, and this isolate shows the change at once.
  expect(await publish(client, eventId, 'numbers')).toBe(token);
  expect((await read()).body).toMatchObject({
    venue: { occupancy: 300, capacity: 500 },
    areas: [{ areaName: area.areaName, occupancy: 300, capacity: 500 }],
  });
  expect((await client.call('DELETE', pathOf(eventId))).body).toEqual({ link: null });
  expect((await read()).status).toBe(404);
  expect(await publish(client, eventId)).not.toBe(token);
  expect((await read()).status).toBe(404);
});

test('pages of all sites read the answer and its refusal, caches keep it for a second, and nothing else is open to them', async () => {
  const { client, eventId, event } = await counted();
  const token = await publish(client, eventId, 'numbers');
  const taken = await createClient().fetch(`/api/public/${token}`, { headers: { origin: 'https://elsewhere.test' } });
  expect(Object.fromEntries(taken.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'cache-control': 'public, max-age=1',
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(taken.headers.get('access-control-allow-credentials')).toBeNull();
  const text = await taken.text();
  for (const secret of [event.accessCode, eventId]) expect(text).not.toContain(secret);
  const refused = await createClient().get(`/api/public/${'0'.repeat(64)}`);
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store']);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
  const other = await client.get(pathOf(eventId));
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
});

test('however many people ask, an isolate asks the room once a second, together with displays', async () => {
  stopClock();
  const { client, eventId } = await counted();
  const token = await publish(client, eventId);
  const asked = vi.spyOn(EventRoom.prototype, 'readDisplay');
  for (let n = 0; n < 20; n += 1) expect((await createClient().get(`/api/public/${token}`)).status).toBe(200);
  expect(asked).toHaveBeenCalledOnce();
  vi.setSystemTime(Date.now() + 1_001);
  await createClient().get(`/api/public/${token}`);
  expect(asked).toHaveBeenCalledTimes(2);
});

test('of several people who ask after twenty minutes, none gets the numbers of then, and each is told of when they are', async () => {
  stopClock();
  const { client, eventId } = await counted();
  const token = await publish(client, eventId);
  const read = async () => (await createClient().get(`/api/public/${token}`)).body;
  const askedAt = Date.now();
  await read();
  vi.setSystemTime(askedAt + 900);
  expect(await read()).toMatchObject({ readAt: new Date(askedAt).toISOString() });
  const evacuate = await client.post(`/api/events/${eventId}/evacuations`, { isDrill: false });
  expect(evacuate.status).toBeLessThan(300);
  vi.setSystemTime(askedAt + 20 * MINUTE_MS);
  const answers = await Promise.all([read(), read(), read(), read()]);
  const now = { state: 'paused', readAt: new Date(askedAt + 20 * MINUTE_MS).toISOString() };
  expect(answers).toMatchObject([now, now, now, now]);
});

test('an event that nobody has opened has no numbers yet, and is not opened by those who ask', async () => {
  const { admin, event } = await createVenue();
  const token = await publish(admin.client, event.eventId);
  expect((await createClient().get(`/api/public/${token}`)).body).toMatchObject({ state: 'not_started', venue: null });
  const { results } = await env.DB.prepare('SELECT opened_at FROM events').all();
  expect(results).toEqual([{ opened_at: null }]);
});

test('a deleted event is not public any more, and its row is gone', async () => {
  const { client, eventId } = await counted();
  const token = await publish(client, eventId);
  await client.call('DELETE', `/api/events/${eventId}`);
  expect((await createClient().get(`/api/public/${token}`)).status).toBe(404);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM public_links').first('n')).toBe(0);
});
