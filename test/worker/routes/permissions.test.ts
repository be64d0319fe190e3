import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { app } from '../../../src/app';
import { CALLS, openApiDocument } from '../../../src/routes/api';
import { createEvent, loginWithCode, signUp } from '../support/accounts';
import {
  filledHeaders,
  filledIn,
  isAllowed,
  namesOf,
  pathOf,
  refusedAt,
  type SampleCall,
  SAMPLES,
} from '../support/calls';
import { createClient, readAnswer } from '../support/client';
import { expectDocumented } from '../support/documented';
import { createWorld, type Principal, PRINCIPALS, wholeState, type World } from '../support/permissions/world';

type Row = readonly [route: string, sample: SampleCall];

const ROWS: readonly Row[] = [
  ...Object.entries(SAMPLES),
  [
    'DELETE /api/users/sessions/:sessionId',
    { access: 'member', parameters: { sessionId: '{{foreign-session}}' }, taken: 404 },
  ],
  [
    'DELETE /api/events/:eventId/inspections/:linkId',
    { access: 'eventAdmin', parameters: { linkId: '{{foreign-link}}' }, taken: 404 },
  ],
  [
    'PUT /api/alert-recipients/:recipientId',
    {
      access: 'admin',
      parameters: { recipientId: '{{foreign-recipient}}' },
      body: SAMPLES['PUT /api/alert-recipients/:recipientId']?.body,
      taken: 404,
    },
  ],
  [
    'DELETE /api/alert-recipients/:recipientId',
    { access: 'admin', parameters: { recipientId: '{{foreign-recipient}}' }, taken: 404 },
  ],
  [
    'POST /api/alert-recipients/:recipientId/test',
    { access: 'admin', parameters: { recipientId: '{{foreign-recipient}}' }, taken: 404 },
  ],
  [
    'DELETE /api/members/invitations/:invitationId',
    { access: 'owner', parameters: { invitationId: '{{foreign-invitation}}' }, taken: 404 },
  ],
  [
    'PATCH /api/members/:personId',
    { access: 'owner', parameters: { personId: '{{foreign-member}}' }, body: { role: 'owner' }, taken: 404 },
  ],
  ['DELETE /api/members/:personId', { access: 'owner', parameters: { personId: '{{foreign-member}}' }, taken: 404 }],
  ['POST /api/session/account', { access: 'member', body: { accountId: '{{foreign-account}}' }, taken: 404 }],
  ['DELETE /api/keys/:keyId', { access: 'admin', parameters: { keyId: '{{foreign-key}}' }, taken: 404 }],
  [
    'POST /api/keys/:keyId/renewal',
    { access: 'admin', parameters: { keyId: '{{foreign-key}}' }, body: { days: 30 }, taken: 404 },
  ],
  ['GET /api/inspections/:token', { access: 'opening', parameters: { token: '{{inspection}}' }, taken: 403 }],
  ['GET /api/events/by-access-code/:code', { access: 'signedIn', parameters: { code: 'ABCD2346' }, taken: 404 }],
  ['GET /api/events/:eventId/report', { access: 'reviewer', query: '?format=csv', taken: 200 }],
  ['POST /api/events/:eventId/alerts/:alertId/acknowledge', { access: 'counting', taken: 200 }],
  ['GET /api/events/:eventId/report', { access: 'reviewer', query: '?interval=7', taken: 400 }],
  ['GET /api/events/:eventId/occupancy', { access: 'reviewer', query: '?at=now', taken: 400 }],
];

/** The code of an error by its status. Permitted callers get the 503, because billing is not set up here. */
const CODES: Readonly<Record<number, string>> = {
  400: 'invalid_input',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  503: 'billing_not_configured',
};

/** Middleware that is registered for every method runs before the calls and never answers one itself. */
const MIDDLEWARE = ['/*', '/api/*'];

const STATIC_FILES = 'GET /assets/*';

test('the app registers the declared calls and nothing else, and each body has an example', () => {
  const registered = app.routes.map(({ method, path }) => `${method} ${path}`);
  const isMiddleware = (route: string) => route.startsWith('ALL ');
  const routes = new Set(registered.filter((route) => !isMiddleware(route) && route !== STATIC_FILES));
  expect(routes.size).toBeGreaterThan(40);
  expect(CALLS.map(({ route }) => route).toSorted()).toEqual([...routes].toSorted());
  expect(new Set(CALLS.map(({ id }) => id)).size).toBe(CALLS.length);
  expect(new Set(registered.filter(isMiddleware))).toEqual(new Set(MIDDLEWARE.map((path) => `ALL ${path}`)));
  for (const { route, body, example } of CALLS) expect(body?.safeParse(example).success ?? true, route).toBe(true);
});

test('only these calls are open to callers without an account, or to all accounts', () => {
  const open = CALLS.filter(({ who }) => ['anyone', 'link', 'opening', 'signedIn'].includes(who.name));
  expect(open.map(({ id, who }) => `${who.name} ${id}`).toSorted()).toEqual([
    ...['forgotPassword', 'logIn', 'logOut', 'readConfig', 'readEvidenceKeys', 'readHealth'].map(
      (id) => `anyone ${id}`,
    ),
    ...['readOpenApi', 'readReadiness'].map((id) => `anyone ${id}`),
    ...['receiveWebhook', 'reportError', 'resetPassword', 'signUp'].map((id) => `anyone ${id}`),
    ...['acceptInvitation', 'confirmAlertMails', 'leaveAlertMails'].map((id) => `link ${id}`),
    ...['openDisplaySocket', 'openInspection', 'readDisplay', 'readInvitation', 'readPublicNumbers'].map(
      (id) => `link ${id}`,
    ),
    ...['readInspection', 'readInspectionEvidence', 'readInspectionMoment'].map((id) => `opening ${id}`),
    ...['readInspectionReport', 'readInspectionSeals'].map((id) => `opening ${id}`),
    ...['findEventByCode', 'readUser', 'verifySession'].map((id) => `signedIn ${id}`),
  ]);
});

test('GET /api/openapi.json returns the document to everyone, and the document refers to each of its schemas', async () => {
  const answer = await createClient().get('/api/openapi.json');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  const document = openApiDocument();
  expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)));
  const refs = answer.text.matchAll(/"#\/components\/schemas\/(\w+)"/g);
  expect(new Set([...refs].map(([, name]) => name))).toEqual(new Set(Object.keys(document.components.schemas)));
});

/**
 * Makes the call as one principal and returns the status. The answer must match the document, and a refusal must give
 * its reason.
 */
async function ask(world: World, who: Principal, [route, sample]: Row): Promise<number> {
  const { parameters, query = '', body, headers, code } = sample;
  // All principals call from one address, which must not reach a limit.
  await env.DB.exec('DELETE FROM attempts');
  const taken = sample.others?.[who] ?? sample.taken;
  const [method = ''] = route.split(' ');
  const names = namesOf(world, who);
  const init: RequestInit = {
    method,
    headers: { 'content-type': 'application/json', ...filledHeaders(headers, names) },
  };
  if (body) init.body = filledIn(JSON.stringify(body), names);
  const response = await world.clients[who].fetch(filledIn(pathOf(route, parameters) + query, names), init);
  response.webSocket?.accept();
  response.webSocket?.close();
  const answer = await readAnswer(response);
  if (answer.status !== 101) expectDocumented(route, answer);
  // A person who logs in with a code knows it.
  if (who === 'viewer' && route !== 'POST /api/auth/login')
    expect(answer.text, `${route} as ${who}`).not.toContain(world.event.accessCode);
  if (answer.status >= 400) {
    const usual = CODES[answer.status];
    const expected = answer.status === taken ? (code ?? usual) : usual;
    const refusal = { error: expect.stringMatching(/\S/), code: expected };
    expect(answer.body, `${route} as ${who}`).toMatchObject(refusal);
    expect(answer.body).not.toHaveProperty('requestId');
  }
  return answer.status;
}

/** All rows share one world, because nothing in it may change. A new one for each row takes twenty times as long. */
test('a principal who may not make a call is refused and changes nothing', async () => {
  const world = await createWorld();
  const before = await wholeState(world);
  for (const row of ROWS) {
    const [route, { access }] = row;
    const refused = PRINCIPALS.filter((who) => !isAllowed(route, access, who));
    if (refused.length === 0) continue;
    const statuses: Partial<Record<Principal, number>> = {};
    for (const who of refused) statuses[who] = await ask(world, who, row);
    expect(statuses, route).toEqual(Object.fromEntries(refused.map((who) => [who, refusedAt(route, access)[who]])));
    expect(await wholeState(world), `what changed by ${route}`).toEqual(before);
  }
});

/** Makes the call as everybody who may, and returns who got another status. A call that succeeds once gets new worlds. */
async function wrongAnswers(row: Row, world: World): Promise<string[]> {
  const [route, { access, taken, others, isOnce = false }] = row;
  const wrong: string[] = [];
  let current = world;
  for (const who of PRINCIPALS.filter((one) => isAllowed(route, access, one))) {
    const status = await ask(current, who, row);
    if (status !== (others?.[who] ?? taken)) wrong.push(`${route} as ${who}: ${String(status)}`);
    if (isOnce) current = await createWorld();
  }
  return wrong;
}
const isReading = ([route]: Row) => route.startsWith('GET ');

test('every principal who may read gets the documented answer of each GET', async () => {
  const world = await createWorld();
  for (const row of ROWS.filter(isReading)) expect(await wrongAnswers(row, world)).toEqual([]);
});

test.each(ROWS.filter((row) => !isReading(row)).map((row) => [row[0], row] as const))(
  'every principal who may make the call %s gets its documented answer',
  async (_route, row) => {
    expect(await wrongAnswers(row, await createWorld())).toEqual([]);
  },
);

test('an access-code user sees the event of the code and no other event of its admin', async () => {
  const admin = await signUp();
  const [mine, theirs] = [await createEvent(admin, 'Mine'), await createEvent(admin, 'Theirs')];
  const device = await loginWithCode(mine.accessCode);
  expect((await device.get(`/api/events/by-access-code/${mine.accessCode}`)).body).toEqual(mine);
  expect((await device.get(`/api/events/by-access-code/${theirs.accessCode}`)).status).toBe(404);
  expect((await device.get(`/api/events/${theirs.eventId}/areas`)).status).toBe(404);
});
