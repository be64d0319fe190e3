import { expect, test } from 'vitest';
import { createVenue } from '../support/accounts';
import { createClient } from '../support/client';

type Venue = Awaited<ReturnType<typeof createVenue>>;

const NAME_TOO_LONG = 'name must be at most 100 characters long.';
const UNUSABLE = 'name contains characters that cannot be used.';
const POSITIVE = 'Capacity must be a positive number.';
const NOT_NEGATIVE = 'Please enter a valid, non-negative number.';
const BOTH = 'Both fields are required.';
const IDENTIFIER = 'Please enter your email or access code.';

const BILLING = '/api/users/billing-details';
const COUNTRY = 'Please select a country to continue.';

const events = () => '/api/events';
const event = (venue: Venue) => `/api/events/${venue.event.eventId}`;
const newArea = (venue: Venue) => `${event(venue)}/areas`;
const area = (venue: Venue) => `/api/areas/${venue.area.areaId}`;
const venueSettings = (venue: Venue) => `${event(venue)}/venue`;
const schedule = (venue: Venue) => `${event(venue)}/schedule`;
const recount = (venue: Venue) => `${area(venue)}/recount`;
const acknowledge = (venue: Venue) => `${event(venue)}/alerts/unknown/acknowledge`;
const poll = (venue: Venue) => `${event(venue)}/occupancy`;

const CALLS = {
  'POST events': events,
  'PATCH event': event,
  'POST area': newArea,
  'PATCH area': area,
  'PUT venue': venueSettings,
  'PUT schedule': schedule,
  'PUT recount': recount,
  'POST poll': poll,
  'POST login': () => '/api/auth/login',
  'POST signup': () => '/api/auth/signup',
  'PUT billing details': () => BILLING,
} as const;
type Call = keyof typeof CALLS;
const pathOf = (call: Call, venue: Venue) => CALLS[call](venue);

const EVERY_BODY_CALL: readonly Call[] = [
  'POST events',
  'PATCH event',
  'POST area',
  'PATCH area',
  'PUT venue',
  'PUT schedule',
  'PUT recount',
  'POST poll',
  'POST login',
  'POST signup',
  'PUT billing details',
];
const NO_JSON = ['', ' ', '{', '{"eventName":}', 'eventName=x', '{"a":1}}', 'undefined', '\u0000'];
const NO_OBJECT = ['null', '[]', '5', '"text"', 'true', '[{"eventName":"x"}]'];

test.each(EVERY_BODY_CALL)('%s refuses what is no JSON and what is no object', async (call) => {
  const venue = await createVenue();
  const [method = ''] = call.split(' ');
  const send = (body: string) => venue.admin.client.call(method, pathOf(call, venue), { body });
  for (const body of NO_JSON)
    expect(await send(body), body).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
  for (const body of NO_OBJECT)
    expect(await send(body), body).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
});

test('bytes that are no UTF-8 are no JSON', async () => {
  const { admin } = await createVenue();
  const body = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]);
  expect((await admin.client.fetch('/api/events', { method: 'POST', body })).status).toBe(400);
});

const WRONG_NAMES: readonly (readonly [unknown, 'empty' | 'long' | 'unusable'])[] = [
  [undefined, 'empty'],
  [null, 'empty'],
  [5, 'empty'],
  [true, 'empty'],
  [{}, 'empty'],
  [['x'], 'empty'],
  ['', 'empty'],
  ['   ', 'empty'],
  ['\t\n\u00a0\u2003', 'empty'],
  ['\u200b\u200d\u3164', 'empty'],
  ['\u0000', 'empty'],
  ['x'.repeat(101), 'long'],
  ['🎉'.repeat(101), 'long'],
  ['a\u0000b', 'unusable'],
  ['a\nb', 'unusable'],
  ['a\ud800b', 'unusable'],
  ['\udc00x', 'unusable'],
];

test.each([
  ['POST events', 'eventName', 'Event', 'Event name is required.'],
  ['PATCH event', 'eventName', 'Event', 'Event name cannot be empty.'],
  ['PATCH area', 'areaName', 'Area', 'Area name cannot be empty.'],
] as const)('%s checks %s', async (call, field, what, empty) => {
  const venue = await createVenue();
  const texts = { empty, long: `${what} ${NAME_TOO_LONG}`, unusable: `${what} ${UNUSABLE}` };
  const [method = ''] = call.split(' ');
  for (const [name, kind] of WRONG_NAMES) {
    if (call === 'PATCH area' && name === undefined) continue;
    const answer = await venue.admin.client.call(method, pathOf(call, venue), { body: { [field]: name } });
    expect(answer, JSON.stringify(name)).toMatchObject({
      status: 400,
      body: { error: texts[kind], code: 'invalid_input' },
    });
  }
  expect((await venue.admin.client.get('/api/events')).body).toEqual([venue.event]);
});

const HUGE = '{"areaName":"A","capacity":1e99}';

const WRONG_AREAS: readonly (readonly [unknown, string])[] = [
  [{}, BOTH],
  [{ areaName: 'A' }, BOTH],
  [{ capacity: 5 }, BOTH],
  [{ areaName: ' ', capacity: 5 }, BOTH],
  [{ areaName: 'A', capacity: null }, BOTH],
  [{ areaName: 'A', capacity: '' }, BOTH],
  [{ areaName: 5, capacity: 5 }, BOTH],
  [{ areaName: 'A', capacity: 0 }, POSITIVE],
  [{ areaName: 'A', capacity: -1 }, POSITIVE],
  [{ areaName: 'A', capacity: 1.5 }, POSITIVE],
  [{ areaName: 'A', capacity: '5' }, POSITIVE],
  [{ areaName: 'A', capacity: true }, POSITIVE],
  [{ areaName: 'A', capacity: [5] }, POSITIVE],
  [{ areaName: 'A', capacity: 1_000_001 }, 'Capacity must be at most 1,000,000.'],
  [HUGE, 'Capacity must be at most 1,000,000.'],
  [HUGE.replace('1e99', '1e999'), POSITIVE],
  [{ areaName: 'x'.repeat(101), capacity: 5 }, `Area ${NAME_TOO_LONG}`],
  [{ areaName: 'a\u0000b', capacity: 5 }, `Area ${UNUSABLE}`],
];

test('POST area checks both fields', async () => {
  const { admin, ...venue } = await createVenue();
  for (const [body, error] of WRONG_AREAS) {
    const answer = await admin.client.post(`/api/events/${venue.event.eventId}/areas`, body);
    expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { error, code: 'invalid_input' } });
  }
});

test('PATCH area checks the capacity, and wants something to change', async () => {
  const { admin, ...venue } = await createVenue();
  const send = (body: unknown) => admin.client.call('PATCH', `/api/areas/${venue.area.areaId}`, { body });
  for (const capacity of [null, '', '5', -1, 1.5, true, [], {}]) {
    expect(await send({ capacity }), JSON.stringify(capacity)).toMatchObject({
      status: 400,
      body: { error: NOT_NEGATIVE },
    });
  }
  expect(await send('{"capacity":1e999}')).toMatchObject({ status: 400, body: { error: NOT_NEGATIVE } });
  expect(await send({ capacity: 1e99 })).toMatchObject({
    status: 400,
    body: { error: 'Capacity must be at most 1,000,000.' },
  });
  expect(await send({})).toMatchObject({ status: 400, body: { error: 'Send a new area name or capacity.' } });
  expect(await send({ currentOccupancy: 7 })).toMatchObject({ status: 400 });
  expect(await send('{"__proto__":{"capacity":5}}')).toMatchObject({ status: 400 });
});

const SETTINGS = { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [75, 90] };
const CAPACITY_RANGE = 'Venue capacity must be a whole number from 1 to 1,000,000.';

const WRONG_SETTINGS: readonly (readonly [unknown, string])[] = [
  [{}, CAPACITY_RANGE],
  [{ ...SETTINGS, capacity: 0 }, CAPACITY_RANGE],
  [{ ...SETTINGS, capacity: '900' }, CAPACITY_RANGE],
  [JSON.stringify(SETTINGS).replace('900', '1e999'), CAPACITY_RANGE],
  [`{"__proto__":${JSON.stringify(SETTINGS)}}`, CAPACITY_RANGE],
  [{ ...SETTINGS, staffAllowance: null }, 'Staff allowance must be a whole number from 0 to 1,000,000.'],
  [{ ...SETTINGS, safetyMarginPercent: 51 }, 'Safety margin must be a whole number from 0 to 50 percent.'],
  [{ ...SETTINGS, alertThresholds: [75, 201] }, 'Alerts need at most 5 whole numbers from 1 to 200 percent.'],
  [{ ...SETTINGS, alertThresholds: [90, 75] }, 'Each alert must be at a higher percentage than the one before.'],
  [{ ...SETTINGS, staffAllowance: 855 }, 'Staff allowance and safety margin leave no places for guests.'],
];

test('PUT venue checks each setting, and stores nothing of a refused body', async () => {
  const { admin, ...venue } = await createVenue();
  for (const [body, error] of WRONG_SETTINGS) {
    const answer = await admin.client.call('PUT', `/api/events/${venue.event.eventId}/venue`, { body });
    expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { error, code: 'invalid_input' } });
  }
  expect((await admin.client.get('/api/events')).body).toEqual([venue.event]);
});

const COUNT_RANGE = 'The count must be a whole number from 0 to 1,000,000.';
const NO_REASON = 'Please give a reason for the recount.';

const WRONG_RECOUNTS: readonly (readonly [unknown, string])[] = [
  [{}, COUNT_RANGE],
  [{ occupancy: -1, reason: 'x' }, COUNT_RANGE],
  [{ occupancy: 1.5, reason: 'x' }, COUNT_RANGE],
  [{ occupancy: '3', reason: 'x' }, COUNT_RANGE],
  [{ occupancy: 1_000_001, reason: 'x' }, COUNT_RANGE],
  [{ occupancy: 3 }, NO_REASON],
  [{ occupancy: 3, reason: ' ' }, NO_REASON],
  [{ occupancy: 3, reason: 5 }, NO_REASON],
  [{ occupancy: 3, reason: 'x'.repeat(201) }, 'The reason must be at most 200 characters long.'],
  [{ occupancy: 3, reason: 'a\u0000b' }, 'The reason contains characters that cannot be used.'],
];

test('PUT recount wants a count and a reason, and changes nothing without them', async () => {
  const { admin, device, ...venue } = await createVenue();
  for (const [body, error] of WRONG_RECOUNTS) {
    const answer = await admin.client.call('PUT', `/api/areas/${venue.area.areaId}/recount`, { body });
    expect(answer, JSON.stringify(body)).toMatchObject({ status: 400, body: { error, code: 'invalid_input' } });
  }
  const { body: list } = await device.get(`/api/events/${venue.event.eventId}/areas`);
  expect(list).toMatchObject({ areas: [{ currentOccupancy: 0, version: 0 }] });
});

test('POST acknowledge may come without a body, not with a wrong one', async () => {
  const venue = await createVenue();
  const send = (body?: unknown) => venue.device.post(acknowledge(venue), body);
  for (const body of ['{', '"', 'clientId=x']) {
    expect(await send(body), body).toMatchObject({ status: 400, body: { code: 'invalid_json' } });
  }
  for (const body of ['null', '[]', '5', { clientId: 5 }, { clientId: null }, { clientId: 'short' }]) {
    expect(await send(body), JSON.stringify(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  }
  for (const body of [undefined, {}, { clientId: crypto.randomUUID() }]) {
    expect(await send(body), JSON.stringify(body)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});

const WRONG_DETAILS: readonly (readonly [unknown, string])[] = [
  [{}, COUNTRY],
  [{ billing_first_name: 'Ada' }, COUNTRY],
  ...[
    null,
    '',
    '  ',
    5,
    ['DE'],
    { code: 'DE' },
    'de',
    'De',
    'UK',
    'ZZ',
    'DEU',
    '276',
    'Germany',
    'DE\u0000',
    'ＤＥ',
  ].map((country) => [{ billing_address_country: country }, COUNTRY] as const),
  ['{"__proto__":{"billing_address_country":"DE"}}', COUNTRY],
  [{ billing_address_country: 'DE', billing_first_name: 5 }, 'First name must be text.'],
  [{ billing_address_country: 'DE', billing_tax_id: ['1'] }, 'Tax ID must be text.'],
  [
    { billing_address_country: 'DE', billing_address_line1: 'x'.repeat(60_000) },
    'Address must be at most 200 characters long.',
  ],
  [
    { billing_address_country: 'DE', billing_address_postcode: '1'.repeat(21) },
    'Postcode must be at most 20 characters long.',
  ],
  [
    { billing_address_country: 'DE', billing_business_name: 'a\ud800b' },
    'Business name contains characters that cannot be used.',
  ],
];

test('PUT billing details checks each field, and saves nothing of a refused body', async () => {
  const { admin } = await createVenue();
  const before = (await admin.client.get('/api/users/profile')).body;
  for (const [body, error] of WRONG_DETAILS) {
    const answer = await admin.client.call('PUT', BILLING, { body });
    expect(answer, JSON.stringify(body).slice(0, 100)).toMatchObject({
      status: 400,
      body: { error, code: 'invalid_input' },
    });
  }
  expect((await admin.client.get('/api/users/profile')).body).toEqual(before);
  const odd = { billing_address_country: 'DE', billing_tax_id: null, billing_first_name: "'); DROP TABLE users; --" };
  expect(await admin.client.call('PUT', BILLING, { body: { ...odd, userId: 'x', revision: 9 } })).toMatchObject({
    status: 200,
    body: { ...odd, billing_tax_id: '' },
  });
});

const WRONG_LOGINS: readonly (readonly [unknown, string])[] = [
  [{}, IDENTIFIER],
  [{ username: null, password: 'x' }, IDENTIFIER],
  [{ username: 5 }, IDENTIFIER],
  [{ username: ['a@b.c'] }, IDENTIFIER],
  [{ username: '' }, IDENTIFIER],
  [{ username: '   ', password: null }, IDENTIFIER],
  [{ username: 'ABCD-2346', password: 5 }, IDENTIFIER],
  [{ username: 'a@b.test' }, 'Please enter your password.'],
  [{ username: 'a@b.test', password: null }, 'Please enter your password.'],
  [{ username: 'a@b.test', password: '' }, 'Please enter your password.'],
];

test('a login without identifier or password is refused', async () => {
  const client = createClient();
  for (const [body, error] of WRONG_LOGINS) {
    expect(await client.post('/api/auth/login', body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { error },
    });
  }
});

const ODD_NAMES = [
  'a\u0000b',
  '\ud800',
  '\u0000@b.test',
  'x'.repeat(30_000),
  `${'x'.repeat(30_000)}@b.test`,
  "' OR 1=1 --",
  '%',
  'ｱABCD2346',
];

test('a login with an odd identifier fails like any other', async () => {
  const client = createClient();
  for (const username of ODD_NAMES) {
    const password = username.includes('@') ? 'x\u0000\ud800' : null;
    expect((await client.post('/api/auth/login', { username, password })).status, username.slice(0, 40)).toBe(401);
  }
});

const ODD_IDS = [
  '%00',
  '%',
  '%E0%A4%A',
  '%F0%9F%8E%89',
  'a%2Fb',
  '..%2f..',
  "'--",
  'x'.repeat(10_000),
  '__proto__',
  'constructor',
  '0',
];

// Some 250 calls: a busy machine is no fault.
test('odd ids are unknown ones', async () => {
  const { admin, device, ...venue } = await createVenue();
  for (const id of ODD_IDS) {
    const calls = [
      ['GET', `/api/events/${id}/areas`, undefined],
      ['PATCH', `/api/events/${id}`, { eventName: 'New' }],
      ['DELETE', `/api/events/${id}`, undefined],
      ['POST', `/api/events/${id}/areas`, { areaName: 'A', capacity: 1 }],
      ['POST', `/api/events/${id}/access-code`, undefined],
      ['PUT', `/api/events/${id}/venue`, SETTINGS],
      ['PUT', `/api/events/${id}/schedule`, {}],
      ['GET', `/api/events/${id}/schedule`, undefined],
      ['GET', `/api/events/${id}/report`, undefined],
      ['GET', `/api/events/${id}/report/ledger`, undefined],
      ['GET', `/api/events/${id}/reports`, undefined],
      ['GET', `/api/events/${id}/display`, undefined],
      ['POST', `/api/events/${id}/alerts/x/acknowledge`, {}],
      ['POST', `/api/events/${venue.event.eventId}/alerts/${id}/acknowledge`, {}],
      ['GET', `/api/displays/${id}`, undefined],
      ['PUT', `/api/areas/${id}/recount`, { occupancy: 1, reason: 'x' }],
      ['PATCH', `/api/areas/${id}`, { capacity: 1 }],
      ['PUT', `/api/areas/${id}/reset`, undefined],
      ['POST', `/api/events/${id}/reset`, undefined],
      ['POST', `/api/events/${id}/duplicate`, { eventName: 'A' }],
      ['DELETE', `/api/areas/${id}`, undefined],
      ['GET', `/api/events/by-access-code/${id}`, undefined],
    ] as const;
    await Promise.all(
      calls.map(async ([method, path, body]) => {
        const answer = await admin.client.call(method, path, { body });
        expect(answer.status, `${method} ${path.slice(0, 80)}`).toBe(404);
        expect(answer.body).toMatchObject({ code: 'not_found' });
      }),
    );
    expect((await device.get(`/api/events/${id}/areas`)).status).toBe(404);
  }
}, 60_000);

test('odd cookies are a guest’s', async () => {
  for (const value of ['', 'x', '%', '%00', '"', 'x'.repeat(8_000), '0'.repeat(64), 'a=b=c']) {
    const response = await createClient().fetch('/api/auth/verify', {
      headers: { cookie: `headroom_session=${value}` },
    });
    expect(response.status, value).toBe(401);
  }
});
