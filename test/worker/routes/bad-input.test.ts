import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { newEmail, PASSWORD } from '../support/accounts';
import { CALLS, filledIn, namesOf, pathOf } from '../support/calls';
import { createClient } from '../support/client';
import { createWorld, type Principal, wholeState, type World } from '../support/permissions/world';

/** Asks as the table of calls does, with another body or other parameters. */
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

const NO_JSON = ['', ' ', '{', '{"eventName":}', 'eventName=x', '{"a":1}}', 'undefined', '\u0000'];
const NO_OBJECT = ['null', '[]', '5', '"text"', 'true', '[{"eventName":"x"}]'];

test('every call with a body refuses what is no JSON and what is no object', async () => {
  const world = await createWorld();
  // Without a provider nobody looks at those; operators send parts of files.
  const NOT_HERE = /billing\/(create|attach|webhook)|forgot-password|api\/errors|operator/;
  const routes = Object.entries(CALLS).filter(([route, { body }]) => body && !NOT_HERE.test(route));
  expect(routes.length).toBeGreaterThan(14);
  for (const [route] of routes) {
    const refusal = async (body: string) => (await ask(world, route, body)).body;
    for (const body of NO_JSON) expect(await refusal(body), `${route} ${body}`).toMatchObject({ code: 'invalid_json' });
    for (const body of NO_OBJECT)
      expect(await refusal(body), `${route} ${body}`).toMatchObject({ code: 'invalid_input' });
  }
});

test('bytes that are not UTF-8 are not JSON', async () => {
  const { clients } = await createWorld();
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
  expect((await clients.owner.fetch('/api/events', { method: 'POST', body })).status).toBe(400);
});

const SETTINGS = { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [75, 90] };
const SCHEDULE = { timeZone: 'UTC', reportTime: '05:30', startDate: '2026-07-31', endDate: '2026-08-02' };
const LONG = 'x'.repeat(101);
const CAPACITY = 'Capacity must be a positive number.';
const BOTH = 'Both fields are required.';
const NOT_NEGATIVE = 'Please enter a valid, non-negative number.';
const COUNT_RANGE = 'The count must be a whole number from 0 to 1,000,000.';
const COUNTRY = 'Please select a country to continue.';
const IDENTIFIER = 'Please enter your email or access code.';
const NO_PASSWORD = 'Please enter your password.';
const VENUE_CAPACITY = 'Venue capacity must be a whole number from 1 to 1,000,000.';

/** Each rule of a body once; all that the rules refuse is in test/unit/shared/rules. */
const WRONG: Readonly<Record<string, readonly (readonly [body: unknown, error: string])[]>> = {
  'POST /api/events': [
    [{}, 'Event name is required.'],
    [{ eventName: 'a\u0000b' }, 'Event name contains characters that cannot be used.'],
  ],
  'PATCH /api/events/:eventId': [
    [{ eventName: ' ' }, 'Event name cannot be empty.'],
    [{ eventName: 'a\ud800b' }, 'Event name contains characters that cannot be used.'],
  ],
  'POST /api/events/:eventId/duplicate': [
    [{ eventName: '' }, 'Event name is required.'],
    [{ eventName: LONG }, 'Event name must be at most 100 characters long.'],
  ],
  'POST /api/events/:eventId/areas': [
    [{ areaName: 'A' }, BOTH],
    [{ areaName: ' ', capacity: 5 }, BOTH],
    ['{"areaName":"A","capacity":1e999}', CAPACITY],
    [{ areaName: 'A', capacity: 1_000_001 }, 'Capacity must be at most 1,000,000.'],
    [{ areaName: LONG, capacity: 5 }, 'Area name must be at most 100 characters long.'],
  ],
  'PATCH /api/areas/:areaId': [
    [{ areaName: null }, 'Area name cannot be empty.'],
    [{ capacity: -1 }, NOT_NEGATIVE],
    [{ areaName: 'Pit', capacity: -1 }, NOT_NEGATIVE],
    [{ capacity: 1e99 }, 'Capacity must be at most 1,000,000.'],
    [{}, 'Send a new area name or capacity.'],
    ['{"__proto__":{"capacity":5}}', 'Send a new area name or capacity.'],
  ],
  'PUT /api/events/:eventId/venue': [
    [{}, VENUE_CAPACITY],
    [`{"__proto__":${JSON.stringify(SETTINGS)}}`, VENUE_CAPACITY],
    [{ ...SETTINGS, alertThresholds: [90, 75] }, 'Each alert must be at a higher percentage than the one before.'],
    [{ ...SETTINGS, staffAllowance: 855 }, 'Staff allowance and safety margin leave no places for guests.'],
  ],
  'PUT /api/events/:eventId/schedule': [
    [{ ...SCHEDULE, timeZone: '+09:00' }, 'Please choose a time zone, such as Europe/Berlin.'],
    [{ ...SCHEDULE, endDate: null }, 'Please enter the first and the last day, or neither of them.'],
    [{ ...SCHEDULE, endDate: '2026-07-01' }, 'The last day must not be before the first.'],
  ],
  'PUT /api/areas/:areaId/recount': [
    [{}, COUNT_RANGE],
    [{ occupancy: '3', reason: 'x' }, COUNT_RANGE],
    [{ occupancy: 3, reason: ' ' }, 'Please give a reason for the recount.'],
    [{ occupancy: 3, reason: 'x'.repeat(201) }, 'The reason must be at most 200 characters long.'],
  ],
  'PUT /api/users/billing-details': [
    [{}, COUNTRY],
    [{ billing_address_country: 'UK' }, COUNTRY],
    ['{"__proto__":{"billing_address_country":"DE"}}', COUNTRY],
    [{ billing_address_country: 'DE', billing_first_name: 5 }, 'First name must be text.'],
    [
      { billing_address_country: 'DE', billing_address_postcode: '1'.repeat(21) },
      'Postcode must be at most 20 characters long.',
    ],
  ],
  'POST /api/auth/login': [
    [{}, IDENTIFIER],
    [{ username: ['a@b.c'] }, IDENTIFIER],
    [{ username: 'ABCD-2346', password: 5 }, IDENTIFIER],
    [{ username: 'a@b.test' }, NO_PASSWORD],
    [{ username: 'a@b.test', password: '' }, NO_PASSWORD],
  ],
  'POST /api/auth/signup': [
    ...['nobody', null, 'a\u0000@b.test'].map(
      (email) => [{ email, password: PASSWORD }, 'Please enter a valid email address.'] as const,
    ),
    [{ email: '{{new-email}}', password: 'longenough1!' }, 'Password must contain an uppercase letter.'],
    [
      { email: '{{new-email}}' },
      'Password must be at least 8 characters long, contain an uppercase letter, contain a lowercase letter, contain a number, contain a special character (e.g., !@#$%^&*).',
    ],
  ],
};

test.each(Object.entries(WRONG))('%s says what is wrong, and stores nothing of it', async (route, bodies) => {
  const world = await createWorld();
  const before = await wholeState(world);
  for (const [body, error] of bodies) {
    const answer = await ask(world, route, body);
    expect(answer.body, JSON.stringify(body).slice(0, 100)).toEqual({ error, code: 'invalid_input' });
    expect(answer.status).toBe(400);
  }
  expect(await wholeState(world)).toEqual(before);
});

test('an alert is acknowledged without a body or with a right one, not with a wrong one', async () => {
  const world = await createWorld();
  const send = (body?: unknown) =>
    ask(world, 'POST /api/events/:eventId/alerts/:alertId/acknowledge', body, {
      who: 'code',
      parameters: { alertId: 'unknown' },
    });
  for (const body of ['{', 'clientId=x']) expect((await send(body)).body, body).toMatchObject({ code: 'invalid_json' });
  for (const body of ['null', '[]', { clientId: null }, { clientId: 'short' }])
    expect((await send(body)).body, JSON.stringify(body)).toMatchObject({ code: 'invalid_input' });
  for (const body of [undefined, {}, { clientId: crypto.randomUUID() }])
    expect((await send(body)).body, JSON.stringify(body)).toMatchObject({ code: 'not_found' });
});

const ODD_NAMES = ['a\u0000b', '\ud800', '\u0000@b.test', `${'x'.repeat(30_000)}@b.test`, "' OR 1=1 --", 'ｱABCD2346'];

test('a login with an odd identifier fails like any other', async () => {
  const client = createClient();
  for (const username of ODD_NAMES) {
    const password = username.includes('@') ? 'x\u0000\ud800' : null;
    expect((await client.post('/api/auth/login', { username, password })).status, username.slice(0, 40)).toBe(401);
  }
});

const ODD_IDS = ['unknown', '%00', '%', '%E0%A4%A', 'a%2Fb', '..%2f..', "'--", 'x'.repeat(10_000), '__proto__', '0'];

test('an odd id in any address is an unknown one', { timeout: 120_000 }, async () => {
  const world = await createWorld();
  const routes = Object.entries(CALLS).filter(
    ([route, { access }]) => route.includes(':') && access !== 'operator' && !route.endsWith('/socket'),
  );
  expect(routes.length).toBeGreaterThan(25);
  for (const id of ODD_IDS) {
    await Promise.all(
      routes.map(async ([route, { body }]) => {
        const names = [...route.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
        const parameters = { [names.at(-1) ?? '']: id };
        const answer = await ask(world, route, body, { parameters });
        expect([answer.status, answer.body], `${route} ${id}`.slice(0, 100)).toEqual([
          404,
          { error: expect.any(String), code: 'not_found' },
        ]);
      }),
    );
  }
});

test('odd cookies are a guest’s', async () => {
  for (const value of ['', 'x', '%', '%00', '"', 'x'.repeat(8_000), '0'.repeat(64), 'a=b=c']) {
    const headers = { cookie: `headroom_session=${value}` };
    expect((await createClient().fetch('/api/auth/verify', { headers })).status, value).toBe(401);
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
    'PATCH /api/areas/:areaId',
    'PUT /api/areas/:areaId/recount',
    'PUT /api/users/billing-details',
  ])('%s sets its own fields and no other', async (route) => {
    const stateAfter = async (more: object) => {
      const world = await createWorld();
      expect((await ask(world, route, { ...more, ...CALLS[route]?.body })).status).toBe(200);
      const { event, otherEvent, foreign } = world;
      const ids = [world.ownerId, event.eventId, otherEvent.eventId, world.areaId, world.otherAreaId, foreign.areaId];
      // Both worlds have ids, codes, tokens and times of their own.
      return ids
        .reduce((all, id, i) => all.replaceAll(id, `id ${i}`), JSON.stringify(await wholeState(world)))
        .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32,64}/g, 'random')
        .replaceAll(/"[2-9A-Z]{8}"/g, '"code"')
        .replaceAll(/\b1[6-9]\d{11}\b/g, 'time')
        .replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"time"');
    };
    const plain = await stateAfter({});
    expect(plain).toContain('id 1');
    for (const table of ['sessions', 'areas', 'activity_days', 'events', 'users'])
      await env.DB.exec(`DELETE FROM ${table}`);
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
    expect(row).toMatchObject({
      revision: 1,
      generation: 0,
      jurisdiction: null,
      display_token: null,
      deleted_at: null,
    });
    const path = `/api/events/${String(row?.event_id)}/areas`;
    const area = await clients.owner.post(path, { ...NOT_THEIRS, areaName: 'Bar', capacity: 5 });
    expect(area).toMatchObject({ status: 201, body: { currentOccupancy: 0, totalEntries: 0, capacity: 5 } });
    expect(area.text).not.toContain('"x"');
  });
});
