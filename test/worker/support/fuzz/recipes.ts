import * as fc from 'fast-check';
import { breakEntries, type Entries, objectText, oddToken } from './tokens';

export type Actor = 'owner' | 'code' | 'other' | 'guest' | 'stale';

/** How a route is called rightly: who may, and with which fields. Names in double braces are filled in by the world. */
export interface Recipe {
  actors: readonly Actor[];
  fields?: fc.Arbitrary<Entries>;
  /** Bodies that are wrong below the top level. */
  wrongBody?: fc.Arbitrary<string>;
  /** What it may be asked with. */
  queries?: readonly string[];
  /** Queries that are wrong, or at least odd. */
  oddQueries?: readonly string[];
  /** There is nothing that it could be about: not found, at best. */
  isVain?: boolean;
  /** Each costs a password hash: tried more seldom. */
  isSlow?: boolean;
}

const quoted = (text: string) => JSON.stringify(text);
const text = (...texts: string[]) => fc.constantFrom(...texts).map(quoted);
const number = (min: number, max: number) => fc.integer({ min, max }).map(String);

const name = fc
  .oneof(
    fc.constantFrom(
      'A',
      ' Bar ',
      'Main Stage',
      '__proto__',
      'constructor',
      "O'Neill; --",
      '<b>',
      'שלום',
      '🎉'.repeat(100),
    ),
    fc.string({ unit: 'grapheme', maxLength: 20 }).map((random) => `N${random}`.replaceAll(/[\p{Cc}\p{Cs}]/gu, '')),
  )
  .map(quoted);

const tap: fc.Arbitrary<Entries> = fc
  .record({
    areaId: text('{{area0}}', '{{area0}}', '{{area1}}', '{{foreign-area}}', '{{gone-area}}'),
    change: fc.oneof(
      text('1', '-1').map((one) => one.replaceAll('"', '')),
      number(-1000, -1),
      number(1, 1000),
    ),
    at: text('{{now}}', '{{now}}', '{{now-60000}}', '{{now-4000000}}', '{{now+9999999}}', '0', '8.64e15'),
    undoes: fc.option(number(1, 6), { nil: '', freq: 3 }),
    to: fc.option(text('{{area0}}', '{{area1}}', '{{gone-area}}'), { nil: '', freq: 3 }),
  })
  .map(({ at, ...fields }) =>
    Object.entries({ ...fields, at: at.replaceAll('"', '') }).filter(([, token]) => token !== ''),
  );

const goodTaps = fc.array(tap.map(objectText), { minLength: 1, maxLength: 5 });
const wrongTaps = fc.oneof(
  fc.constant('[]'),
  fc.constant(`[${Array.from({ length: 201 }, () => '{"areaId":"{{area0}}","change":1,"at":1}').join(',')}]`),
  fc.tuple(goodTaps, tap.chain(breakEntries)).map(([taps, wrong]) => `[${[...taps, wrong].join(',')}]`),
);

const pollFields = (taps: fc.Arbitrary<string>): fc.Arbitrary<Entries> =>
  taps.map((token) => [
    ['clientId', '"{{client}}"'],
    ['seq', '{{seq}}'],
    ['sentAt', '{{now}}'],
    ['taps', token],
  ]);

const area = (capacityFrom: number): fc.Arbitrary<Entries> =>
  fc.tuple(name, number(capacityFrom, 1_000_000)).map(([areaName, capacity]) => [
    ['areaName', areaName],
    ['capacity', capacity],
  ]);

const thresholds = fc
  .uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 5 })
  .map((all) => JSON.stringify(all.toSorted((a, b) => a - b)));

/** At least one guest has a place: half of two hundred, without the staff. */
const venue: fc.Arbitrary<Entries> = fc
  .record({
    capacity: fc.oneof(number(200, 1_000_000), fc.constant('null')),
    staffAllowance: number(0, 99),
    safetyMarginPercent: number(0, 50),
    alertThresholds: thresholds,
  })
  .map((fields) => Object.entries(fields));

const days = fc.constantFrom(['null', 'null'], ['"2026-07-31"', '"2026-07-31"'], ['"2026-02-28"', '"2028-02-29"']);
const schedule: fc.Arbitrary<Entries> = fc
  .tuple(text('UTC', 'Europe/Berlin', 'asia/tokyo', 'Pacific/Chatham'), text('00:00', '06:00', '23:59'), days)
  .map(([timeZone, reportTime, [startDate = '', endDate = '']]) =>
    Object.entries({ timeZone, reportTime, startDate, endDate }),
  );

const RANGES = [
  '?from={{today}}&to={{today}}',
  '?from={{last-week}}&to={{tomorrow}}',
  '?from=1970-01-01&to=1970-01-31',
  '?from=9999-12-01&to=9999-12-31',
] as const;
const REPORT_QUERIES = [
  '',
  '',
  '?interval=5',
  RANGES[1],
  ...RANGES,
  ...RANGES.map((range) => `${range}&interval=60&format=csv`),
];
const ODD_RANGES = [
  '?from={{today}}',
  '?to={{today}}',
  '?from={{tomorrow}}&to={{today}}',
  '?from=&to=',
  '?from=2026-02-30&to=2026-03-01',
  '?from=0000-01-01&to=0000-01-31',
  '?from=0001-01-01&to=9999-12-31',
  '?from=%00&to=%00',
  '?from={{today}}&from=x&to={{today}}',
] as const;
const ODD_REPORT_QUERIES = [
  ...ODD_RANGES,
  '?interval=7',
  '?interval=15.0',
  '?interval=',
  '?format=pdf',
  '?format=csv&interval=-5',
  '?revision=1',
  '?revision=1e9&from={{today}}&to={{today}}',
  '?revision=1&from={{today}}&to={{today}}',
] as const;

const recount: fc.Arbitrary<Entries> = fc.tuple(number(0, 1_000_000), name).map(([occupancy, reason]) => [
  ['occupancy', occupancy],
  ['reason', reason],
]);

const eventName: fc.Arbitrary<Entries> = name.map((token) => [['eventName', token]]);

const billingDetails: fc.Arbitrary<Entries> = fc
  .tuple(text('DE', 'GB', 'XK'), fc.subarray(['first_name', 'last_name', 'business_name', 'tax_id']), name)
  .map(([country, given, value]) => [
    ['billing_address_country', country],
    ...given.map((field) => [`billing_${field}`, value.length > 50 ? '"x"' : value] as const),
  ]);

const ADMINS = ['owner', 'other'] as const;
const EVERYONE = ['owner', 'code', 'other', 'guest', 'stale'] as const;
const OWNER = ['owner'] as const;
const VERSIONS = ['', '?v=1', '?v=2', '?v=3'] as const;

/** One for each route of the app; a test fails when one is missing. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  'GET /assets/*': { actors: EVERYONE },
  'POST /api/errors': { actors: EVERYONE, isVain: true },
  'GET /api/health/ready': { actors: EVERYONE },
  'GET /api/health': { actors: EVERYONE },
  'GET /api/config': { actors: EVERYONE },
  'GET /api/openapi.json': { actors: EVERYONE },
  'GET /api/events/:eventId/socket': { actors: ['owner', 'code'], queries: VERSIONS },
  'GET /api/displays/:token/socket': { actors: EVERYONE, queries: VERSIONS },
  'GET /api/account/socket': { actors: ADMINS, queries: VERSIONS },
  'POST /api/auth/signup': {
    actors: EVERYONE,
    fields: fc.constant([
      ['email', '"new{{n}}@headroom.test"'],
      ['password', '"Aa345678!"'],
    ]),
    isSlow: true,
  },
  'POST /api/auth/login': {
    actors: EVERYONE,
    fields: fc.oneof(
      {
        weight: 2,
        arbitrary: fc.constant<Entries>([
          ['username', '"{{code0}}"'],
          ['joinKey', '"00000000000000000000000000000000"'],
        ]),
      },
      {
        weight: 9,
        arbitrary: fc.constant<Entries>([
          ['username', '"{{code0}}"'],
          ['password', 'null'],
        ]),
      },
      {
        weight: 1,
        arbitrary: fc.constant<Entries>([
          ['username', '"{{email}}"'],
          ['password', '"Aa345678!"'],
        ]),
      },
    ),
    isSlow: true,
  },
  'POST /api/auth/forgot-password': { actors: EVERYONE, fields: fc.constant([['email', '"{{email}}"']]) },
  'POST /api/auth/reset-password': {
    actors: EVERYONE,
    fields: fc.constant([
      ['token', '"{{n}}{{n}}"'],
      ['password', '"Aa345678!"'],
    ]),
    isVain: true,
  },
  'GET /api/auth/verify': { actors: ['owner', 'code', 'other'] },
  'POST /api/auth/logout': { actors: EVERYONE },
  'POST /api/auth/confirm': {
    actors: ADMINS,
    fields: fc.constant([['password', '"Aa345678!"']]),
    isSlow: true,
  },
  'GET /api/users/me': { actors: ['owner', 'code', 'other'] },
  'GET /api/users/activity': { actors: ADMINS },
  'GET /api/users/profile': { actors: ADMINS },
  'PUT /api/users/billing-details': { actors: ADMINS, fields: billingDetails },
  'POST /api/users/password': {
    actors: ADMINS,
    fields: fc.constant([
      ['currentPassword', '"Aa345678!"'],
      ['newPassword', '"Aa345678!"'],
    ]),
    isSlow: true,
  },
  'GET /api/users/sessions': { actors: ADMINS },
  'DELETE /api/users/sessions': { actors: ADMINS },
  'DELETE /api/users/sessions/:sessionId': { actors: ADMINS },
  'GET /api/users/export': { actors: ADMINS },
  'DELETE /api/users': { actors: ADMINS, isSlow: true },
  'POST /api/billing/webhook': { actors: EVERYONE, fields: oddToken.map((token) => [['id', token]]) },
  'GET /api/billing/usage': { actors: ADMINS },
  'POST /api/billing/create-setup-intent': { actors: ADMINS },
  'POST /api/billing/attach-payment-method': {
    actors: ADMINS,
    fields: oddToken.map((token) => [['payment_method_id', token]]),
  },
  'GET /api/events': { actors: ADMINS },
  'POST /api/events': { actors: ADMINS, fields: eventName },
  'GET /api/events/by-access-code/:code': { actors: ['owner', 'code'] },
  'PATCH /api/events/:eventId': { actors: OWNER, fields: eventName },
  'DELETE /api/events/:eventId': { actors: OWNER },
  'POST /api/events/:eventId/duplicate': { actors: OWNER, fields: eventName },
  'POST /api/events/:eventId/access-code': { actors: OWNER },
  'GET /api/events/:eventId/join-key': { actors: ['owner', 'code'] },
  'GET /api/events/:eventId/areas': { actors: ['owner', 'code'] },
  'POST /api/events/:eventId/areas': { actors: OWNER, fields: area(1) },
  'POST /api/events/:eventId/reset': { actors: OWNER },
  'POST /api/events/:eventId/occupancy': {
    actors: ['owner', 'code'],
    queries: VERSIONS,
    fields: pollFields(goodTaps.map((taps) => `[${taps.join(',')}]`)),
    wrongBody: pollFields(wrongTaps).map(objectText),
  },
  'PUT /api/events/:eventId/venue': { actors: OWNER, fields: venue },
  'GET /api/events/:eventId/schedule': { actors: OWNER },
  'PUT /api/events/:eventId/schedule': { actors: OWNER, fields: schedule },
  'GET /api/events/:eventId/report': { actors: OWNER, queries: REPORT_QUERIES, oddQueries: ODD_REPORT_QUERIES },
  'GET /api/events/:eventId/report/ledger': { actors: OWNER, queries: ['', ...RANGES], oddQueries: ODD_RANGES },
  'GET /api/events/:eventId/reports': { actors: OWNER },
  'GET /api/events/:eventId/display': { actors: OWNER },
  'POST /api/events/:eventId/display': { actors: OWNER },
  'DELETE /api/events/:eventId/display': { actors: OWNER },
  'GET /api/events/:eventId/devices': { actors: OWNER },
  'GET /api/events/:eventId/flow': { actors: OWNER },
  'POST /api/events/:eventId/alerts/:alertId/acknowledge': {
    actors: ['owner', 'code'],
    fields: fc.constant([['clientId', '"{{client}}"']]),
    isVain: true,
  },
  'GET /api/displays/:token': { actors: EVERYONE },
  'PATCH /api/areas/:areaId': {
    actors: OWNER,
    fields: fc.tuple(area(0), fc.constantFrom(0, 1, 2)).map(([both, left]) => both.filter((_, i) => i !== left)),
  },
  'PUT /api/areas/:areaId/reset': { actors: OWNER },
  'PUT /api/areas/:areaId/recount': { actors: OWNER, fields: recount },
  'DELETE /api/areas/:areaId': { actors: OWNER },
  'GET /api/operator/events/:eventId/export': { actors: EVERYONE, isVain: true },
  'POST /api/operator/events/:eventId/restore': { actors: EVERYONE, isVain: true },
  'POST /api/operator/events/import': { actors: EVERYONE, isVain: true },
  'PUT /api/operator/events/import/:eventId': { actors: EVERYONE, isVain: true },
  'POST /api/operator/events/import/:eventId': { actors: EVERYONE, isVain: true },
  'DELETE /api/operator/events/import/:eventId': { actors: EVERYONE, isVain: true },
};
