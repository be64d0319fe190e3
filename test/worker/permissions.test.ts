import { expect, test } from 'vitest';
import { createEvent, createVenue, loginWithCode, newEmail, PASSWORD, signUp } from './support/accounts';
import { type Client, createClient } from './support/client';

type Venue = Awaited<ReturnType<typeof createVenue>>;

/** Each call with the status that a guest, the event's access-code user, another admin and the owner get. */
interface Row {
  method: string;
  path: (venue: Venue) => string;
  body?: (venue: Venue) => unknown;
  guest: number;
  code: number;
  other: number;
  owner: number;
}

const eventPath = ({ event }: Venue) => `/api/events/${event.eventId}`;
const areaPath = ({ area }: Venue) => `/api/areas/${area.areaId}`;
/** Calls that only the owner of the event or area may make; another's does not exist. */
const ownerOnly = { guest: 401, code: 403, other: 404 } as const;
/** Calls that admins may make on their own account. */
const adminsOnly = { guest: 401, code: 403 } as const;
/** Calls that anyone may make on their own account. */
const everyone = { guest: 200, code: 200, other: 200, owner: 200 } as const;
const VENUE = { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [75, 90, 100] };
const SCHEDULE = { timeZone: 'Europe/Berlin', reportTime: '05:00', startDate: null, endDate: null };
const tap = ({ area }: Venue) => ({
  clientId: crypto.randomUUID(),
  seq: 1,
  sentAt: Date.now(),
  taps: [{ areaId: area.areaId, change: 1, at: Date.now() }],
});

const ROWS: readonly (readonly [string, Row])[] = [
  ['health', { method: 'GET', path: () => '/api/health', ...everyone }],
  ['readiness', { method: 'GET', path: () => '/api/health/ready', ...everyone }],
  [
    'report an error',
    { method: 'POST', path: () => '/api/errors', body: () => ({}), guest: 404, code: 404, other: 404, owner: 404 },
  ],
  ['config', { method: 'GET', path: () => '/api/config', ...everyone }],
  ['openapi', { method: 'GET', path: () => '/api/openapi.json', ...everyone }],
  ['logout', { method: 'POST', path: () => '/api/auth/logout', ...everyone }],
  [
    'sign-up',
    {
      method: 'POST',
      path: () => '/api/auth/signup',
      body: () => ({ email: newEmail(), password: PASSWORD }),
      guest: 201,
      code: 201,
      other: 201,
      owner: 201,
    },
  ],
  ['verify', { method: 'GET', path: () => '/api/auth/verify', guest: 401, code: 200, other: 200, owner: 200 }],
  ['me', { method: 'GET', path: () => '/api/users/me', guest: 401, code: 200, other: 200, owner: 200 }],
  ['profile', { method: 'GET', path: () => '/api/users/profile', ...adminsOnly, other: 200, owner: 200 }],
  [
    'save billing details',
    {
      method: 'PUT',
      path: () => '/api/users/billing-details',
      body: () => ({ billing_address_country: 'DE' }),
      ...adminsOnly,
      other: 200,
      owner: 200,
    },
  ],
  ['list own sessions', { method: 'GET', path: () => '/api/users/sessions', ...adminsOnly, other: 200, owner: 200 }],
  [
    'end other sessions',
    { method: 'DELETE', path: () => '/api/users/sessions', ...adminsOnly, other: 200, owner: 200 },
  ],
  [
    'end an unknown session',
    { method: 'DELETE', path: () => '/api/users/sessions/unknown', ...adminsOnly, other: 404, owner: 404 },
  ],
  ['export account', { method: 'GET', path: () => '/api/users/export', ...adminsOnly, other: 200, owner: 200 }],
  ['delete account', { method: 'DELETE', path: () => '/api/users', ...adminsOnly, other: 200, owner: 200 }],
  [
    'create setup intent',
    { method: 'POST', path: () => '/api/billing/create-setup-intent', ...adminsOnly, other: 503, owner: 503 },
  ],
  [
    'attach payment method',
    {
      method: 'POST',
      path: () => '/api/billing/attach-payment-method',
      body: () => ({ payment_method_id: 'pm_1' }),
      ...adminsOnly,
      other: 503,
      owner: 503,
    },
  ],
  ['read usage', { method: 'GET', path: () => '/api/billing/usage', ...adminsOnly, other: 200, owner: 200 }],
  ['webhook', { method: 'POST', path: () => '/api/billing/webhook', guest: 503, code: 503, other: 503, owner: 503 }],
  ['list events', { method: 'GET', path: () => '/api/events', guest: 401, code: 403, other: 200, owner: 200 }],
  [
    'event by code',
    {
      method: 'GET',
      path: ({ event }) => `/api/events/by-access-code/${event.accessCode}`,
      guest: 401,
      code: 200,
      other: 404,
      owner: 200,
    },
  ],
  [
    'event by a wrong code',
    { method: 'GET', path: () => '/api/events/by-access-code/ABCD2346', guest: 401, code: 404, other: 404, owner: 404 },
  ],
  [
    'create event',
    {
      method: 'POST',
      path: () => '/api/events',
      body: () => ({ eventName: 'New' }),
      guest: 401,
      code: 403,
      other: 201,
      owner: 201,
    },
  ],
  ['rename event', { method: 'PATCH', path: eventPath, body: () => ({ eventName: 'New' }), ...ownerOnly, owner: 200 }],
  ['delete event', { method: 'DELETE', path: eventPath, ...ownerOnly, owner: 200 }],
  ['replace code', { method: 'POST', path: (venue) => `${eventPath(venue)}/access-code`, ...ownerOnly, owner: 200 }],
  [
    'list areas',
    { method: 'GET', path: (venue) => `${eventPath(venue)}/areas`, guest: 401, code: 200, other: 404, owner: 200 },
  ],
  [
    'create area',
    {
      method: 'POST',
      path: (venue) => `${eventPath(venue)}/areas`,
      body: () => ({ areaName: 'Door', capacity: 5 }),
      ...ownerOnly,
      owner: 201,
    },
  ],
  [
    'count',
    {
      method: 'POST',
      path: (venue) => `${eventPath(venue)}/occupancy`,
      body: tap,
      guest: 401,
      code: 200,
      other: 404,
      owner: 200,
    },
  ],
  [
    'set the venue',
    { method: 'PUT', path: (venue) => `${eventPath(venue)}/venue`, body: () => VENUE, ...ownerOnly, owner: 200 },
  ],
  ['read the schedule', { method: 'GET', path: (venue) => `${eventPath(venue)}/schedule`, ...ownerOnly, owner: 200 }],
  [
    'set the schedule',
    { method: 'PUT', path: (venue) => `${eventPath(venue)}/schedule`, body: () => SCHEDULE, ...ownerOnly, owner: 200 },
  ],
  ['read the report', { method: 'GET', path: (venue) => `${eventPath(venue)}/report`, ...ownerOnly, owner: 200 }],
  [
    'read the report as CSV',
    { method: 'GET', path: (venue) => `${eventPath(venue)}/report?format=csv`, ...ownerOnly, owner: 200 },
  ],
  [
    'read a report that nobody could ask for',
    { method: 'GET', path: (venue) => `${eventPath(venue)}/report?interval=7`, ...ownerOnly, owner: 400 },
  ],
  [
    'read the ledger',
    { method: 'GET', path: (venue) => `${eventPath(venue)}/report/ledger`, ...ownerOnly, owner: 200 },
  ],
  ['list reports', { method: 'GET', path: (venue) => `${eventPath(venue)}/reports`, ...ownerOnly, owner: 200 }],
  [
    'read an unknown event’s report',
    { method: 'GET', path: () => '/api/events/unknown/report', ...ownerOnly, owner: 404 },
  ],
  ['read display link', { method: 'GET', path: (venue) => `${eventPath(venue)}/display`, ...ownerOnly, owner: 200 }],
  ['make display link', { method: 'POST', path: (venue) => `${eventPath(venue)}/display`, ...ownerOnly, owner: 200 }],
  [
    'revoke display link',
    { method: 'DELETE', path: (venue) => `${eventPath(venue)}/display`, ...ownerOnly, owner: 200 },
  ],
  [
    'an unknown display',
    { method: 'GET', path: () => `/api/displays/${'0'.repeat(64)}`, guest: 404, code: 404, other: 404, owner: 404 },
  ],
  ['list devices', { method: 'GET', path: (venue) => `${eventPath(venue)}/devices`, ...ownerOnly, owner: 200 }],
  ['read flow', { method: 'GET', path: (venue) => `${eventPath(venue)}/flow`, ...ownerOnly, owner: 200 }],
  [
    'acknowledge an unknown alert',
    {
      method: 'POST',
      path: (venue) => `${eventPath(venue)}/alerts/unknown/acknowledge`,
      guest: 401,
      code: 404,
      other: 404,
      owner: 404,
    },
  ],
  ['update area', { method: 'PATCH', path: areaPath, body: () => ({ capacity: 7 }), ...ownerOnly, owner: 200 }],
  ['reset area', { method: 'PUT', path: (venue) => `${areaPath(venue)}/reset`, ...ownerOnly, owner: 200 }],
  [
    'recount area',
    {
      method: 'PUT',
      path: (venue) => `${areaPath(venue)}/recount`,
      body: () => ({ occupancy: 12, reason: 'Counted by eye' }),
      ...ownerOnly,
      owner: 200,
    },
  ],
  ['delete area', { method: 'DELETE', path: areaPath, ...ownerOnly, owner: 200 }],
  [
    'rename an unknown event',
    {
      method: 'PATCH',
      path: () => '/api/events/unknown',
      body: () => ({ eventName: 'New' }),
      guest: 401,
      code: 403,
      other: 404,
      owner: 404,
    },
  ],
  [
    'list an unknown event’s areas',
    { method: 'GET', path: () => '/api/events/unknown/areas', guest: 401, code: 404, other: 404, owner: 404 },
  ],
  [
    'delete an unknown area',
    { method: 'DELETE', path: () => '/api/areas/unknown', guest: 401, code: 403, other: 404, owner: 404 },
  ],
];

const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  503: 'billing_not_configured',
};

const WHO = {
  guest: async () => createClient(),
  code: async ({ device }: Venue) => device,
  other: async () => (await signUp()).client,
  owner: async ({ admin }: Venue) => admin.client,
} satisfies Record<string, (venue: Venue) => Promise<Client>>;

const ROLES = ['guest', 'code', 'other', 'owner'] as const;

test.each(ROWS)('%s', async (_name, { method, path, body, ...expected }) => {
  const venue = await createVenue();
  const ask = async (role: (typeof ROLES)[number]) => {
    const client = await WHO[role](venue);
    const answer = await client.call(method, path(venue), { body: body?.(venue) });
    expect(answer.status, role).toBe(expected[role]);
    if (answer.status < 400) return;
    expect(answer.body, role).toEqual({ error: expect.stringMatching(/\S/), code: CODES[answer.status] });
  };

  await ask('guest');
  await ask('code');
  await ask('other');
  const { admin, event } = venue;
  expect((await admin.client.get('/api/events')).body, 'the event, unchanged').toEqual([event]);
  const { body: list } = await admin.client.get(`${eventPath(venue)}/areas`);
  expect(list, 'the area, unchanged').toMatchObject({ areas: [{ areaName: 'Main Stage', capacity: 500 }] });
  await ask('owner');
});

test('an access code sees its own event only, even of the same owner', async () => {
  const admin = await signUp();
  const [mine, theirs] = [await createEvent(admin, 'Mine'), await createEvent(admin, 'Theirs')];
  const device = await loginWithCode(mine.accessCode);
  expect((await device.get(`/api/events/by-access-code/${mine.accessCode}`)).body).toEqual(mine);
  expect((await device.get(`/api/events/by-access-code/${theirs.accessCode}`)).status).toBe(404);
  expect((await device.get(`/api/events/${theirs.eventId}/areas`)).status).toBe(404);
});
