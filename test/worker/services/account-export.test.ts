import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { CreatedApiKeySchema } from '../../../src/shared/keys/schemas';
import { DAY_MS } from '../../../src/shared/durations';
import { AccountExportSchema } from '../../../src/services/accounts/export-schema';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { EventSchema } from '../../../src/shared/schemas/event';
import { FRIDAY, moment, SATURDAY } from '../../support/moments';
import { stopClock } from '../../support/clock';
import { CAPACITY_PLAN } from '../support/capacity-plan';
import { createEvent, createOpenVenue, createVenue, PASSWORD, signUp } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { type Client, HTTP } from '../support/client';
import { clientIdOf } from '../support/room';
import { join } from '../support/sockets';

const NOON = moment(FRIDAY, '12:00');
const LETTERHEAD = { organizer: 'Riverside Events Ltd', address: '12 Quay Street, Bristol' };
beforeEach(() => stopClock(NOON));

const roomOf = (eventId: string) => env.ROOMS.get(env.ROOMS.idFromName(eventId));

async function exportOf(client: Client) {
  const answer = await client.get('/api/users/export');
  expect(answer.status).toBe(200);
  return { ...z.parse(AccountExportSchema, answer.body), text: answer.text, headers: answer.headers };
}

/** Creates a past business day with its report and everything that an admin can set. */
async function nightThatIsOver() {
  const { admin, event, area, device } = await createVenue();
  const { client } = admin;
  const eventPath = `/api/events/${event.eventId}`;
  const venue = { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [1] };
  await client.call('PUT', `${eventPath}/venue`, { body: venue });
  const named = { categories: [{ name: 'Adults' }], areOutsNamed: false };
  const { body } = await client.call('PUT', `${eventPath}/categories`, { body: named });
  const { categories } = z.parse(EventSchema, body);
  const category = categories?.list[0]?.categoryId;
  await client.call('PUT', '/api/users/billing-details', {
    body: { billing_first_name: 'Zoë', billing_address_country: 'DE' },
  });
  const limits = [{ kind: 'license', capacity: 400, condition: 'Condition 12' }] as const;
  await client.call('PATCH', `/api/areas/${area.areaId}`, { body: { limits } });
  await client.call('PUT', `${eventPath}/capacity-plan`, { body: CAPACITY_PLAN });
  await client.call('PUT', `${eventPath}/letterhead`, { body: LETTERHEAD });
  await client.post('/api/members/invitations', { role: 'manager' });
  const link = await client.post(`${eventPath}/display`);
  const { displayToken } = z.parse(DisplayLinkSchema, link.body);
  await client.call('PUT', `${eventPath}/public`, { body: { detail: 'numbers' } });
  await client.post(`${eventPath}/inspections`, { label: 'Licensing officer Huber', hours: 4 });
  const door = await join(device, event.eventId, clientIdOf(1));
  const joining = { type: 'join_event', eventId: event.eventId, clientId: clientIdOf(1) } as const;
  door.send({ ...joining, deviceId: 'device-0000000001', deviceName: 'Door 1' });
  await door.next('sync');
  const taps = [30, -5].map((change) => ({ areaId: area.areaId, change, at: NOON, category }));
  door.send({ type: 'update_occupancy', eventId: event.eventId, seq: 1, sentAt: NOON, taps });
  await door.next('ack');
  await client.call('PUT', `/api/areas/${area.areaId}/recount`, { body: { occupancy: 24, reason: 'By eye' } });
  await client.call('PUT', `${eventPath}/assembly-points`, { body: { names: ['Car park'] } });
  await client.post(`${eventPath}/evacuations`, { isDrill: true });
  vi.setSystemTime(NOON + DAY_MS);
  await evictDurableObject(roomOf(event.eventId));
  await runDurableObjectAlarm(roomOf(event.eventId));
  return { admin, event, area, venue, displayToken, categories, category };
}

test('the export contains everything stored of an account: profile, sessions, days, and each event with its taps', async () => {
  const { admin, event, area, venue, displayToken, categories, category } = await nightThatIsOver();
  const second = await createEvent(admin, 'Second “Fest”');
  const file = await exportOf(admin.client);

  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''Headroom%20account%20${SATURDAY}.json`,
  );
  expect(file.account).toMatchObject({
    email: admin.email,
    subscriptionStatus: 'trialing',
    createdAt: new Date(NOON).toISOString(),
    billingDetails: { billing_first_name: 'Zoë', billing_address_country: 'DE' },
  });
  expect(file.sessions.map(({ eventId }) => eventId)).toEqual([null, event.eventId]);
  expect([file.members, file.invitations]).toMatchObject([
    [{ email: admin.email, role: 'owner' }],
    [{ role: 'manager' }],
  ]);
  expect(file.daysOnRecord).toMatchObject([{ eventId: event.eventId, day: FRIDAY, billableAt: null }]);

  expect(file.events.map(({ eventName }) => eventName)).toEqual([event.eventName, second.eventName]);
  const [first] = file.events;
  expect(first).toMatchObject({
    eventId: event.eventId,
    accessCode: event.accessCode,
    schedule: { timeZone: 'UTC', reportTime: '06:00', startDate: null, endDate: null },
    venue,
    categories,
    capacityPlan: { ...CAPACITY_PLAN, result: { people: 300 } },
    letterhead: LETTERHEAD,
    displayPath: `/display/${displayToken}`,
    publicNumbers: { path: expect.stringMatching(/^\/widget\/[0-9a-f]{64}$/), detail: 'numbers' },
    inspectorLinks: [{ label: 'Licensing officer Huber', openings: 0, revokedAt: null }],
    areas: [
      {
        areaId: area.areaId,
        currentOccupancy: 24,
        totalEntries: 30,
        totalExits: 5,
        adjustments: -1,
        categories: expect.stringContaining(`${category}",30,5`),
        capacity: 400,
        ownCapacity: 500,
        limits: [{ condition: 'Condition 12' }],
      },
    ],
    evacuations: [{ isDrill: true, endedAt: null, atStart: [{ areaId: area.areaId, people: 24 }], timeline: null }],
    devices: [{ clientId: clientIdOf(1), deviceId: 'device-0000000001', deviceName: 'Door 1', isAdmin: false }],
    reports: [
      {
        day: FRIDAY,
        revision: 1,
        figures: { venue: { ins: 30, outs: 5, categories: { list: [{ categoryId: category, ins: 30 }] } } },
      },
    ],
  });
  expect(first?.alerts.map(({ threshold }) => threshold)).toContain(1);
  expect(first?.journal.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['limits_changed', 'capacity_planned']),
  );
  // The room does not know who set up what it found when it was opened.
  expect(first?.journal[0]?.actor).toBe('admin');
  expect(first?.journal).toContainEqual(
    expect.objectContaining({ kind: 'occupancy_recounted', before: 25, after: 24, note: 'By eye' }),
  );
  expect(file.events[1]).toMatchObject({
    letterhead: { organizer: '', address: '' },
    areas: [],
    devices: [],
    reports: [],
    displayPath: null,
    publicNumbers: null,
    venue: null,
    categories: null,
    capacityPlan: null,
  });
});

test('the export contains no secret and nothing of another account', async () => {
  const other = await createVenue();
  const { admin, event } = await createVenue();
  await admin.client.post(`/api/events/${event.eventId}/inspections`, { label: 'Officer', hours: 4 });
  const named = { name: 'Turnstile', scopes: ['count'], eventId: null, addresses: null, days: 30 };
  const { key, ...about } = z.parse(CreatedApiKeySchema, (await admin.client.post('/api/keys', named)).body);
  const { text } = await exportOf(admin.client);
  expect(z.parse(AccountExportSchema, JSON.parse(text)).apiKeys).toEqual([about]);
  expect(text).not.toContain(key);
  const { results } = await env.DB.prepare(
    'SELECT password_hash AS secret FROM users UNION ALL SELECT token_hash FROM sessions UNION ALL SELECT token_hash FROM inspector_links UNION ALL SELECT key_hash FROM api_keys',
  ).all<{ secret: string }>();
  const secrets = results.map(({ secret }) => secret);
  expect(secrets.length).toBeGreaterThan(4);
  const tokens = [admin.client.cookie(), other.admin.client.cookie()].flatMap((cookie) =>
    cookie.split('; ').map((pair) => pair.split('=')[1] ?? ''),
  );
  const foreign = [other.admin.email, other.event.eventId, other.event.accessCode, other.area.areaId];
  for (const word of [...secrets, ...tokens.filter((token) => token.length > 20), ...foreign, PASSWORD]) {
    expect(text).not.toContain(word);
  }
});

test('the export breaks off when a room cannot be read, so it never looks complete', async () => {
  const { admin } = await createOpenVenue();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const init = { headers: { cookie: admin.client.cookie() } };
  const answer = await app.request(`${HTTP}/api/users/export`, init, unreachableObjects());
  await expect(answer.text()).rejects.toThrow('busy');
  expect(log).toHaveBeenCalled();
});

test('the export breaks off before the next event once its caller is no owner any more', async () => {
  const { admin, event } = await createVenue();
  const later = await createEvent(admin, 'Later');
  const answer = await app.request(`${HTTP}/api/users/export`, { headers: { cookie: admin.client.cookie() } }, env);
  const decoder = new TextDecoder();
  let text = '';
  const read = async () => {
    for await (const part of answer.body ?? []) {
      text += decoder.decode(part, { stream: true });
      if (text.includes(event.eventId)) await env.DB.exec("UPDATE members SET role = 'manager'");
    }
  };
  await expect(read()).rejects.toThrow('owner');
  expect(text).toContain(event.eventId);
  expect(text).not.toContain(later.eventId);
});

test('an account gets ten exports an hour', async () => {
  const { client } = await signUp();
  for (let i = 0; i < 10; i += 1) expect((await client.get('/api/users/export')).status).toBe(200);
  const refused = await client.get('/api/users/export');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});
