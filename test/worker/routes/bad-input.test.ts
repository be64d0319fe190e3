import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { newEmail, PASSWORD } from '../support/accounts';
import { SAMPLES, filledIn, namesOf, pathOf } from '../support/calls';
import { createClient } from '../support/client';
import { createWorld, type Principal, wholeState, type World } from '../support/permissions/world';

/** Makes the call of the table with another body or other parameters. */
async function ask(
  world: World,
  route: string,
  body: unknown,
  { who = 'owner', parameters = {} }: { who?: Principal; parameters?: Record<string, string> } = {},
) {
  const names = namesOf(world, who);
  const sent = typeof body === 'string' || body === undefined ? body : filledIn(JSON.stringify(body), names);
  return await world.clients[who].call(route.split(' ')[0] ?? '', filledIn(pathOf(route, parameters), names), {
    body: sent,
  });
}

const SETTINGS = { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [75, 90] };
const SCHEDULE = { timeZone: 'UTC', reportTime: '05:30', startDate: '2025-07-31', endDate: '2025-08-02' };
const LONG = 'x'.repeat(101);
const CAPACITY = 'Capacity must be a positive number.';
const BOTH = 'Both fields are required.';
const NOT_NEGATIVE = 'Please enter a valid, non-negative number.';
const COUNT_RANGE = 'The count must be a whole number from 0 to 1,000,000.';
const COUNTRY = 'Please select a country to continue.';
const IDENTIFIER = 'Please enter your email or access code.';
const NO_PASSWORD = 'Please enter your password.';
const FIRE_LIMIT = 'Fire safety limit must be a whole number from 1 to 1,000,000.';
const VENUE_CAPACITY = 'Venue limit must be a whole number from 1 to 1,000,000.';

/** One example for each rule of each body. test/unit/shared/rules has all refused values. */
const WRONG: Readonly<Record<string, readonly (readonly [body: unknown, error: string])[]>> = {
  'POST /api/events': [[{}, 'Event name is required.']],
  'PATCH /api/events/:eventId': [[{ eventName: ' ' }, 'Event name cannot be empty.']],
  'POST /api/events/:eventId/duplicate': [
    [{ eventName: '' }, 'Event name is required.'],
    [{ eventName: LONG }, 'Event name must be at most 100 characters long.'],
  ],
  'POST /api/events/:eventId/areas': [
    [{ areaName: 'A' }, BOTH],
    ['{"areaName":"A","capacity":1e999}', CAPACITY],
  ],
  'PATCH /api/areas/:areaId': [
    [{ areaName: null }, 'Area name cannot be empty.'],
    [{ areaName: 'Pit', capacity: -1 }, NOT_NEGATIVE],
    ['{"__proto__":{"capacity":5}}', 'Send a new area name, capacity or limits.'],
    [{ limits: [{ kind: 'fire', capacity: 0, condition: 'Certificate 7' }] }, FIRE_LIMIT],
  ],
  'PUT /api/events/:eventId/venue': [
    [`{"__proto__":${JSON.stringify(SETTINGS)}}`, VENUE_CAPACITY],
    [{ ...SETTINGS, alertThresholds: [90, 75] }, 'Each alert must be at a higher percentage than the one before.'],
    [{ ...SETTINGS, staffAllowance: 855 }, 'Staff allowance and safety margin leave no places for guests.'],
    [{ ...SETTINGS, limits: [{ kind: 'fire' }] }, FIRE_LIMIT],
    [{ ...SETTINGS, followsExpectedError: 1 }, 'followsExpectedError must be true or false.'],
  ],
  'PUT /api/events/:eventId/schedule': [
    [{ ...SCHEDULE, timeZone: '+09:00' }, 'Please choose a time zone, such as Europe/Berlin.'],
  ],
  'PUT /api/events/:eventId/letterhead': [
    [{ organizer: LONG, address: '' }, 'Organizer must be at most 100 characters long.'],
    ['{"__proto__":{"organizer":"A","address":"B"}}', 'Organizer contains characters that cannot be used.'],
  ],
  'PUT /api/areas/:areaId/recount': [
    [{ occupancy: '3', reason: 'x' }, COUNT_RANGE],
    [{ occupancy: 3, reason: ' ' }, 'Please give a reason for the recount.'],
  ],
  'PUT /api/users/billing-details': [
    [{}, COUNTRY],
    [{ billing_address_country: 'UK' }, COUNTRY],
    ['{"__proto__":{"billing_address_country":"DE"}}', COUNTRY],
  ],
  'POST /api/auth/login': [
    [{}, IDENTIFIER],
    [{ username: 'ABCD-2346', password: 5 }, IDENTIFIER],
    [{ username: 'a@b.test' }, NO_PASSWORD],
  ],
  'POST /api/auth/signup': [
    [{ email: 'nobody', password: PASSWORD }, 'Please enter a valid email address.'],
    [{ email: '{{new-email}}', password: 'longenough1!' }, 'Password must contain an uppercase letter.'],
  ],
};

test.each(Object.entries(WRONG))('%s reports what is wrong and stores nothing of it', async (route, bodies) => {
  const world = await createWorld();
  const before = await wholeState(world);
  for (const [body, error] of bodies) {
    const answer = await ask(world, route, body);
    expect(answer.body, JSON.stringify(body).slice(0, 100)).toEqual({
      error,
      code: 'invalid_input',
      message: { id: expect.any(String), values: expect.any(Array) },
    });
    expect(answer.status).toBe(400);
  }
  expect(await wholeState(world)).toEqual(before);
});

const ODD_IDS = ['unknown', '%00', '%', '%E0%A4%A', 'a%2Fb', '..%2f..', "'--", 'x'.repeat(10_000), '__proto__', '0'];

test('an odd id in any address counts as an unknown id', async () => {
  const world = await createWorld();
  const routes = Object.entries(SAMPLES).filter(
    ([route, { access }]) => route.includes(':') && access !== 'operator' && !route.endsWith('/socket'),
  );
  expect(routes.length).toBeGreaterThan(25);
  for (const id of ODD_IDS) {
    await Promise.all(
      routes.map(async ([route, { body }]) => {
        const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
        const parameters = { [names.at(-1) ?? '']: id };
        const answer = await ask(world, route, body, { parameters });
        expect(answer, `${route} ${id}`.slice(0, 100)).toMatchObject({
          status: 404,
          body: { error: expect.any(String), code: 'not_found' },
        });
      }),
    );
  }
});

describe('fields that only the server sets', () => {
  const NOT_THEIRS = {
    ...Object.fromEntries(['userId', 'user_id', 'ownerId', 'owner_id', 'eventId', 'areaId'].map((id) => [id, 'x'])),
    ...Object.fromEntries(['displayToken', 'display_token', 'passwordHash', 'password_hash'].map((key) => [key, 'x'])),
    ...Object.fromEntries(['createdAt', 'created_at', 'deletedAt', 'deleted_at'].map((time) => [time, 1])),
    ...Object.fromEntries(['trialEndsAt', 'trial_ends_at', 'revision', 'generation'].map((one) => [one, 9e12])),
    ...Object.fromEntries(['currentOccupancy', 'totalEntries'].map((count) => [count, 77])),
    role: 'admin',
    isAdmin: true,
    accessCode: 'ABCD2346',
    access_code: 'ABCD2346',
    jurisdiction: 'eu',
    subscriptionStatus: 'active',
    subscription_status: 'active',
    provider_customer_id: 'cus_1',
    ['__proto__']: { role: 'admin' },
  };

  test.each([
    'PATCH /api/events/:eventId',
    'PUT /api/events/:eventId/venue',
    'PUT /api/events/:eventId/schedule',
    'PUT /api/events/:eventId/letterhead',
    'PATCH /api/areas/:areaId',
    'PUT /api/areas/:areaId/recount',
    'PUT /api/alert-recipients/:recipientId',
    'PUT /api/users/billing-details',
  ])('%s sets its own fields and no others', async (route) => {
    const stateAfter = async (more: object) => {
      const world = await createWorld();
      expect((await ask(world, route, { ...more, ...SAMPLES[route]?.body })).status).toBe(200);
      const { event, otherEvent, foreign } = world;
      const ids = [world.ownerId, event.eventId, otherEvent.eventId, world.areaId, world.otherAreaId, foreign.areaId];
      const { stored: _ofOtherTimes, ...state } = await wholeState(world);
      const report = await world.clients.owner.get(`/api/events/${event.eventId}/report`);
      const { journal } = z.parse(z.object({ journal: z.array(z.unknown()) }), report.body);
      // Each world has its own ids, codes, tokens and times.
      return ids
        .reduce((all, id, i) => all.replaceAll(id, `id ${i}`), JSON.stringify([state, journal]))
        .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,64}/g, 'random')
        .replaceAll(/"[2-9A-Z]{8}"/g, '"code"')
        .replaceAll(/\b1[6-9]\d{11}\b/g, 'time')
        .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"');
    };
    const plain = await stateAfter({});
    expect(plain).toContain('id 1');
    for (const table of [
      'sessions',
      'areas',
      'activity_days',
      'alert_recipients',
      'inspector_links',
      'public_links',
      'api_keys',
      'audit_entries',
      'events',
      'member_invitations',
      'members',
      'people',
      'users',
    ])
      await env.DB.exec(`DELETE FROM ${table}`);
    expect(await stateAfter(NOT_THEIRS)).toBe(plain);
  });

  test('a sign-up creates an account in its trial, whatever other fields it sends', async () => {
    const email = newEmail();
    const body = { ...NOT_THEIRS, email, password: PASSWORD };
    expect((await createClient().post('/api/auth/signup', body)).status).toBe(201);
    const row = await env.DB.prepare('SELECT * FROM users WHERE email = ?').bind(email).first();
    expect(row).toMatchObject({ subscription_status: null, deleted_at: null });
    expect(row?.user_id).toMatch(/^[0-9a-f]{32}$/);
    expect(row?.password_hash).toMatch(/^scrypt\$/);
    expect(Number(row?.trial_ends_at) - Date.now()).toBeLessThanOrEqual(7 * 86_400_000);
  });
});
