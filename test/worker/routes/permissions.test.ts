import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { app } from '../../../src/app';
import { OPERATIONS } from '../../../src/routes/openapi/document';
import { createEvent, loginWithCode, newEmail, PASSWORD, signUp } from '../support/accounts';
import { type Access, isAllowed, REFUSED } from '../support/permissions/access';
import { createWorld, type Principal, PRINCIPALS, wholeState, type World } from '../support/permissions/world';
import { UPGRADE } from '../support/sockets';

interface Case {
  /** What its parameters stand for, where it is not the world's event, area, code and display. */
  parameters?: (world: World, who: Principal) => Record<string, string>;
  query?: string;
  body?: (world: World) => unknown;
  headers?: Record<string, string>;
  /** What those get who may; 200 unless said otherwise. */
  taken?: number;
  /** Their refusal's code, where it is not the usual one of its status. */
  code?: string;
}

/** Each call with who may make it; what everyone else gets is in support/permissions/access.ts. */
type Row = readonly [title: string, access: Access, route: string, more?: Case];
type WholeRow = Readonly<Required<Row>>;

const VENUE = { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [75, 90, 100] };
const SCHEDULE = { timeZone: 'Europe/Berlin', reportTime: '05:00', startDate: null, endDate: null };
const unknown = (name: string) => ({ parameters: () => ({ [name]: 'unknown' }), taken: 404 });
const body = (fields: object) => ({ body: () => fields });
const tap = ({ areaId }: World) => ({
  clientId: crypto.randomUUID(),
  seq: 1,
  sentAt: Date.now(),
  taps: [{ areaId, change: 1, at: Date.now() }],
});

const ROWS: readonly Row[] = [
  ['health', 'anyone', 'GET /api/health'],
  ['readiness', 'anyone', 'GET /api/health/ready'],
  ['report an error', 'anyone', 'POST /api/errors', { ...body({}), taken: 404 }],
  ['config', 'anyone', 'GET /api/config'],
  ['openapi', 'anyone', 'GET /api/openapi.json'],
  [
    'sign-up',
    'anyone',
    'POST /api/auth/signup',
    { body: () => ({ email: newEmail(), password: PASSWORD }), taken: 201 },
  ],
  [
    'login',
    'anyone',
    'POST /api/auth/login',
    { body: ({ event }) => ({ username: event.accessCode, password: null }) },
  ],
  ['logout', 'anyone', 'POST /api/auth/logout'],
  [
    'ask for a link to reset the password',
    'anyone',
    'POST /api/auth/forgot-password',
    { body: () => ({ email: newEmail() }), taken: 503, code: 'mail_not_configured' },
  ],
  [
    'reset the password with an unknown link',
    'anyone',
    'POST /api/auth/reset-password',
    { ...body({ token: '0'.repeat(64), password: PASSWORD }), taken: 400, code: 'invalid_reset_link' },
  ],
  [
    'change the password without knowing it',
    'admin',
    'POST /api/users/password',
    { ...body({ currentPassword: 'Wrong123!', newPassword: PASSWORD }), taken: 400 },
  ],
  [
    'confirm the session without knowing the password',
    'admin',
    'POST /api/auth/confirm',
    { ...body({ password: 'Wrong123!' }), taken: 400 },
  ],
  ['verify', 'signedIn', 'GET /api/auth/verify'],
  ['me', 'signedIn', 'GET /api/users/me'],
  ['profile', 'admin', 'GET /api/users/profile'],
  ['activity', 'admin', 'GET /api/users/activity'],
  ['save billing details', 'admin', 'PUT /api/users/billing-details', body({ billing_address_country: 'DE' })],
  ['list own sessions', 'admin', 'GET /api/users/sessions'],
  ['end other sessions', 'admin', 'DELETE /api/users/sessions'],
  [
    'end an own session',
    'admin',
    'DELETE /api/users/sessions/:sessionId',
    { parameters: ({ sessionIds }, who) => ({ sessionId: sessionIds[who] ?? sessionIds.owner }) },
  ],
  [
    'end another’s session',
    'admin',
    'DELETE /api/users/sessions/:sessionId',
    {
      parameters: ({ sessionIds }, who) => ({ sessionId: sessionIds[who === 'other' ? 'owner' : 'other'] }),
      taken: 404,
    },
  ],
  ['export account', 'admin', 'GET /api/users/export'],
  ['delete account', 'admin', 'DELETE /api/users'],
  ['create setup intent', 'admin', 'POST /api/billing/create-setup-intent', { taken: 503 }],
  [
    'attach payment method',
    'admin',
    'POST /api/billing/attach-payment-method',
    { ...body({ payment_method_id: 'pm_1' }), taken: 503 },
  ],
  ['read usage', 'admin', 'GET /api/billing/usage'],
  ['webhook', 'anyone', 'POST /api/billing/webhook', { taken: 503 }],
  ['list events', 'admin', 'GET /api/events'],
  ['create event', 'admin', 'POST /api/events', { ...body({ eventName: 'New' }), taken: 201 }],
  ['event by code', 'counting', 'GET /api/events/by-access-code/:code'],
  [
    'event by a wrong code',
    'counting',
    'GET /api/events/by-access-code/:code',
    { parameters: () => ({ code: 'ABCD2346' }), taken: 404 },
  ],
  ['rename event', 'owner', 'PATCH /api/events/:eventId', body({ eventName: 'New' })],
  [
    'rename an unknown event',
    'owner',
    'PATCH /api/events/:eventId',
    { ...body({ eventName: 'New' }), ...unknown('eventId') },
  ],
  ['delete event', 'owner', 'DELETE /api/events/:eventId'],
  ['duplicate event', 'owner', 'POST /api/events/:eventId/duplicate', { ...body({ eventName: 'Copy' }), taken: 201 }],
  [
    'duplicate an unknown event',
    'owner',
    'POST /api/events/:eventId/duplicate',
    { ...body({ eventName: 'Copy' }), ...unknown('eventId') },
  ],
  ['replace code', 'owner', 'POST /api/events/:eventId/access-code'],
  ['read the join key', 'counting', 'GET /api/events/:eventId/join-key'],
  ['list areas', 'counting', 'GET /api/events/:eventId/areas'],
  ['list an unknown event’s areas', 'counting', 'GET /api/events/:eventId/areas', unknown('eventId')],
  [
    'create area',
    'owner',
    'POST /api/events/:eventId/areas',
    { ...body({ areaName: 'Door', capacity: 5 }), taken: 201 },
  ],
  ['count', 'counting', 'POST /api/events/:eventId/occupancy', { body: tap }],
  ['set the venue', 'owner', 'PUT /api/events/:eventId/venue', body(VENUE)],
  ['read the schedule', 'owner', 'GET /api/events/:eventId/schedule'],
  ['set the schedule', 'owner', 'PUT /api/events/:eventId/schedule', body(SCHEDULE)],
  ['read the report', 'owner', 'GET /api/events/:eventId/report'],
  ['read the report as CSV', 'owner', 'GET /api/events/:eventId/report', { query: '?format=csv' }],
  [
    'read a report that nobody could ask for',
    'owner',
    'GET /api/events/:eventId/report',
    { query: '?interval=7', taken: 400 },
  ],
  ['read an unknown event’s report', 'owner', 'GET /api/events/:eventId/report', unknown('eventId')],
  ['read the ledger', 'owner', 'GET /api/events/:eventId/report/ledger'],
  ['list reports', 'owner', 'GET /api/events/:eventId/reports'],
  ['read display link', 'owner', 'GET /api/events/:eventId/display'],
  ['make display link', 'owner', 'POST /api/events/:eventId/display'],
  ['revoke display link', 'owner', 'DELETE /api/events/:eventId/display'],
  ['a display', 'link', 'GET /api/displays/:token'],
  ['an unknown display', 'link', 'GET /api/displays/:token', unknown('token')],
  ['list devices', 'owner', 'GET /api/events/:eventId/devices'],
  ['read flow', 'owner', 'GET /api/events/:eventId/flow'],
  ['acknowledge an alert', 'counting', 'POST /api/events/:eventId/alerts/:alertId/acknowledge'],
  [
    'acknowledge an unknown alert',
    'counting',
    'POST /api/events/:eventId/alerts/:alertId/acknowledge',
    unknown('alertId'),
  ],
  ['update area', 'owner', 'PATCH /api/areas/:areaId', body({ capacity: 7 })],
  ['reset area', 'owner', 'PUT /api/areas/:areaId/reset'],
  ['reset all areas', 'owner', 'POST /api/events/:eventId/reset'],
  ['reset an unknown event’s areas', 'owner', 'POST /api/events/:eventId/reset', unknown('eventId')],
  ['recount area', 'owner', 'PUT /api/areas/:areaId/recount', body({ occupancy: 12, reason: 'Counted by eye' })],
  ['delete area', 'owner', 'DELETE /api/areas/:areaId'],
  ['delete an unknown area', 'owner', 'DELETE /api/areas/:areaId', unknown('areaId')],
  ['connect to an event', 'counting', 'GET /api/events/:eventId/socket', { headers: UPGRADE, taken: 101 }],
  ['connect to a display', 'link', 'GET /api/displays/:token/socket', { headers: UPGRADE, taken: 101 }],
  ['connect to the account', 'admin', 'GET /api/account/socket', { headers: UPGRADE, taken: 101 }],
  ['export an event', 'operator', 'GET /api/operator/events/:eventId/export'],
  [
    'set a room back to no moment',
    'operator',
    'POST /api/operator/events/:eventId/restore',
    { ...body({}), taken: 400 },
  ],
  ['begin an import of nothing', 'operator', 'POST /api/operator/events/import', { ...body({}), taken: 400 }],
  [
    'send a part of no import',
    'operator',
    'PUT /api/operator/events/import/:eventId',
    { query: '?offset=0', taken: 404 },
  ],
  ['finish an import that is over', 'operator', 'POST /api/operator/events/import/:eventId'],
  ['abort an import that is over', 'operator', 'DELETE /api/operator/events/import/:eventId'],
];

const CASES = ROWS.map(([title, access, route, more = {}]): WholeRow => [title, access, route, more]);

/** What a refusal says, and what those are told who may ask here in vain. */
const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  503: 'billing_not_configured',
};

/** What is registered for every method runs before the calls: none of these answers one itself. */
const MIDDLEWARE = [
  '/*',
  '/api/*',
  '/api/areas/*',
  '/api/billing/*',
  '/api/events/*',
  '/api/operator/*',
  '/api/users/*',
];

const STATIC_FILES = 'GET /assets/*';

const registered = app.routes.map(({ method, path }) => `${method} ${path}`);
const isMiddleware = (route: string) => route.startsWith('ALL ');

test('every call of the app has a row, and the document agrees on who may make it', () => {
  const calls = new Set(registered.filter((route) => !isMiddleware(route) && route !== STATIC_FILES));
  expect(calls.size).toBeGreaterThan(40);
  expect(new Set(ROWS.map(([, , route]) => route))).toEqual(calls);
  expect(new Set(registered.filter(isMiddleware))).toEqual(new Set(MIDDLEWARE.map((path) => `ALL ${path}`)));

  const stated = (pairs: readonly (readonly [string, string])[]) => [...new Set(pairs.map((pair) => pair.join(': ')))];
  const ours = stated(ROWS.map(([, access, route]) => [route, access] as const));
  const documented = stated(OPERATIONS.map(({ route, who }) => [route, who] as const));
  expect(ours.toSorted()).toEqual(documented.toSorted());
});

function pathOf(route: string, world: World, who: Principal, { parameters, query = '' }: Case): string {
  const values: Record<string, string> = {
    eventId: world.event.eventId,
    areaId: world.areaId,
    code: world.event.accessCode,
    token: world.displayToken,
    alertId: world.alertId,
    ...parameters?.(world, who),
  };
  const path = route.split(' ')[1] ?? '';
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? name)) + query;
}

/** What one of them gets; a refusal also says why. */
async function ask(world: World, who: Principal, [, , route, more]: WholeRow): Promise<number> {
  const [method = ''] = route.split(' ');
  const init: RequestInit = { method, headers: { 'content-type': 'application/json', ...more.headers } };
  if (more.body) init.body = JSON.stringify(more.body(world));
  const response = await world.clients[who].fetch(pathOf(route, world, who, more), init);
  response.webSocket?.accept();
  response.webSocket?.close();
  const text = await response.text();
  if (response.status >= 400) {
    const usual = CODES[response.status];
    const code = response.status === more.taken ? (more.code ?? usual) : usual;
    const refusal = { error: expect.stringMatching(/\S/), code };
    expect(JSON.parse(text), `${route} as ${who}`).toEqual(refusal);
  }
  return response.status;
}

/** One world for all: nothing may have changed in it. A fresh one for each row takes twenty times as long. */
test('whoever may not make a call is told so, and changes nothing', { timeout: 300_000 }, async () => {
  const world = await createWorld();
  const before = await wholeState(world);
  for (const row of CASES) {
    const [title, access] = row;
    const refused = PRINCIPALS.filter((who) => !isAllowed(access, who));
    if (refused.length === 0) continue;
    const statuses: Partial<Record<Principal, number>> = {};
    for (const who of refused) statuses[who] = await ask(world, who, row);
    expect(statuses, title).toEqual(Object.fromEntries(refused.map((who) => [who, REFUSED[access][who]])));
    // Each wrong token counts, and so many of one address are refused without a look.
    await env.DB.exec('DELETE FROM attempts');
    expect(await wholeState(world), `what changed by ‘${title}’`).toEqual(before);
  }
});

test('an access code is refused with 403 by every call of reports and schedule, its own event’s, too', async () => {
  const world = await createWorld();
  const own = CASES.filter(
    ([, , route, { taken }]) => /:eventId\/(report|reports|ledger|schedule)\b/.test(route) && taken !== 404,
  );
  expect(new Set(own.map(([, , route]) => route)).size).toBeGreaterThanOrEqual(5);
  for (const row of own) expect(await ask(world, 'code', row), row[2]).toBe(403);
});

describe('whoever may make a call gets its answer', () => {
  test.each(CASES)('%s (%s: %s)', async (...row) => {
    const world = await createWorld();
    const [, access, , { taken = 200 }] = row;
    for (const who of PRINCIPALS.filter((one) => isAllowed(access, one)))
      expect(await ask(world, who, row), who).toBe(taken);
  });
});

test('an access code sees its own event only, even of the same owner', async () => {
  const admin = await signUp();
  const [mine, theirs] = [await createEvent(admin, 'Mine'), await createEvent(admin, 'Theirs')];
  const device = await loginWithCode(mine.accessCode);
  expect((await device.get(`/api/events/by-access-code/${mine.accessCode}`)).body).toEqual(mine);
  expect((await device.get(`/api/events/by-access-code/${theirs.accessCode}`)).status).toBe(404);
  expect((await device.get(`/api/events/${theirs.eventId}/areas`)).status).toBe(404);
});
