import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { newEmail, PASSWORD } from '../support/accounts';
import { createClient } from '../support/client';
import { createWorld, wholeState } from '../support/permissions/world';

/** Columns and fields that only the server sets. */
const NOT_THEIRS = {
  userId: 'x',
  user_id: 'x',
  ownerId: 'x',
  owner_id: 'x',
  role: 'admin',
  isAdmin: true,
  eventId: 'x',
  areaId: 'x',
  accessCode: 'ABCD2346',
  access_code: 'ABCD2346',
  displayToken: 'x',
  display_token: 'x',
  jurisdiction: 'eu',
  revision: 99,
  generation: 99,
  passwordHash: 'x',
  password_hash: 'x',
  subscriptionStatus: 'active',
  subscription_status: 'active',
  trialEndsAt: 9_999_999_999_999,
  trial_ends_at: 9_999_999_999_999,
  provider_customer_id: 'cus_1',
  currentOccupancy: 77,
  totalEntries: 77,
  createdAt: 1,
  created_at: 1,
  deletedAt: 1,
  deleted_at: 1,
  ['__proto__']: { role: 'admin' },
};

const SETTINGS = { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [75, 100] };
const SCHEDULE = { timeZone: 'UTC', reportTime: '05:00', startDate: null, endDate: null };

test.each([
  ['PATCH', 'event', '', { eventName: 'New' }],
  ['PUT', 'event', '/venue', SETTINGS],
  ['PUT', 'event', '/schedule', SCHEDULE],
  ['PATCH', 'area', '', { areaName: 'New', capacity: 7 }],
  ['PUT', 'area', '/recount', { occupancy: 12, reason: 'By eye' }],
  ['PUT', 'account', '/billing-details', { billing_address_country: 'DE' }],
] as const)('%s %s%s sets its own fields and no other', async (method, what, part, body) => {
  const stateAfter = async (more: object) => {
    const world = await createWorld();
    const paths = {
      event: `/api/events/${world.event.eventId}`,
      area: `/api/areas/${world.areaId}`,
      account: '/api/users',
    };
    const answer = await world.clients.owner.call(method, paths[what] + part, { body: { ...more, ...body } });
    expect(answer.status).toBe(200);
    const names = new Map(
      [world.ownerId, world.event.eventId, world.otherEvent.eventId, world.areaId, world.otherAreaId].map(
        (id, i) => [id, `id ${i}`] as const,
      ),
    );
    // Both worlds have ids, codes, tokens and times of their own.
    const text = [...names].reduce(
      (all, [id, name]) => all.replaceAll(id, name),
      JSON.stringify(await wholeState(world)),
    );
    return text
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,64}/g, 'random')
      .replaceAll(/"[2-9A-Z]{8}"/g, '"code"')
      .replaceAll(/\b1[6-9]\d{11}\b/g, 'time')
      .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"');
  };
  const plain = await stateAfter({});
  expect(plain).toContain('id 1');
  await env.DB.exec(
    'DELETE FROM sessions; DELETE FROM areas; DELETE FROM activity_days; DELETE FROM events; DELETE FROM users',
  );
  expect(await stateAfter(NOT_THEIRS)).toBe(plain);
});

test('a sign-up makes an account in its trial, whatever else it asks for', async () => {
  const email = newEmail();
  const body = { ...NOT_THEIRS, email, password: PASSWORD };
  expect((await createClient().post('/api/auth/signup', body)).status).toBe(201);
  const row = await env.DB.prepare('SELECT * FROM users WHERE email = ?').bind(email).first();
  expect(row).toMatchObject({ subscription_status: null, deleted_at: null });
  expect(row?.user_id).toMatch(/^[0-9a-f]{32}$/);
  expect(row?.password_hash).toMatch(/^scrypt\$/);
  expect(Number(row?.trial_ends_at) - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
});

test('a new event and a new area get their ids, code and counts from the server', async () => {
  const { clients } = await createWorld();
  const made = await clients.owner.post('/api/events', { ...NOT_THEIRS, eventName: 'Fest' });
  expect(made).toMatchObject({ status: 201, body: { eventId: expect.stringMatching(/^[0-9a-f]{32}$/) } });
  expect(made.text).not.toContain('ABCD2346');
  const row = await env.DB.prepare("SELECT * FROM events WHERE event_name = 'Fest'").first();
  expect(row).toMatchObject({ revision: 1, generation: 0, jurisdiction: null, display_token: null, deleted_at: null });
  const area = await clients.owner.post(`/api/events/${String(row?.event_id)}/areas`, {
    ...NOT_THEIRS,
    areaName: 'Bar',
    capacity: 5,
  });
  expect(area).toMatchObject({ status: 201, body: { currentOccupancy: 0, totalEntries: 0, capacity: 5 } });
  expect(area.text).not.toContain('"x"');
});
