import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { CALLS } from '../../../src/routes/api';
import { holdsSecret } from '../../../src/routes/middleware/secret-address';
import { appPaths, WIDGET_PATH } from '../../../src/shared/paths';
import { CreatedApiKeySchema, KEY_SCOPES } from '../../../src/shared/keys/schemas';
import { CreatedInspectorLinkSchema } from '../../../src/shared/inspections/schemas';
import { formatAccessCode } from '../../../src/shared/rules/access-code';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { createVenue, PASSWORD } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { HTTP } from '../support/client';

const METHODS = ['debug', 'log', 'info', 'warn', 'error'] as const;
let written: string[] = [];

beforeEach(() => {
  written = [];
  for (const method of METHODS) {
    vi.spyOn(console, method).mockImplementation(
      (...parts: unknown[]) => void written.push(parts.map(String).join(' ')),
    );
  }
});

const LineSchema = z.strictObject({
  level: z.enum(['info', 'error']),
  what: z.string(),
  requestId: z.optional(z.string()),
  method: z.optional(z.string()),
  route: z.optional(z.string()),
  status: z.optional(z.int()),
  ms: z.optional(z.int()),
  keyId: z.optional(z.string()),
  userId: z.optional(z.string()),
  personId: z.optional(z.string()),
  eventId: z.optional(z.string()),
  error: z.optional(z.string()),
  cause: z.optional(z.string()),
  stack: z.optional(z.string()),
});

const lines = () => written.map((line) => z.parse(LineSchema, JSON.parse(line)));
const requests = () => lines().filter(({ what }) => what === 'request');

/** Values that are planted wherever a caller can put something. */
const PLANTED = {
  segment: 'PLANTED-segment',
  query: 'PLANTED-query',
  header: 'PLANTED-header',
  cookie: 'PLANTED-cookie',
  body: 'PLANTED-body',
  email: 'planted@secret.test',
  token: 'ab'.repeat(32),
} as const;

/** A database that fails every query and quotes the query, as D1 does. */
const withoutDatabase = () => ({
  ...env,
  DB: new Proxy(env.DB, {
    get: (_, name) => () => {
      throw new Error(`D1_ERROR: ${String(name)} of ${PLANTED.email} with ${PLANTED.token}`);
    },
  }),
});

const BODY = JSON.stringify({
  username: PLANTED.email,
  email: PLANTED.email,
  password: `Aa1!${PLANTED.body}`,
  currentPassword: PASSWORD,
  newPassword: `Aa1!${PLANTED.body}`,
  token: PLANTED.token,
  eventName: PLANTED.body,
  areaName: PLANTED.body,
  capacity: 5,
  clientId: PLANTED.body,
  reason: PLANTED.body,
  label: PLANTED.body,
  hours: 4,
  occupancy: 5,
  payment_method_id: PLANTED.body,
  billing_address_country: PLANTED.body,
});

async function secretVenue() {
  const venue = await createVenue();
  const link = await venue.admin.client.post(`/api/events/${venue.event.eventId}/display`);
  const token = z.parse(DisplayLinkSchema, link.body).displayToken ?? '';
  expect(token).not.toBe('');
  const made = await venue.admin.client.post(`/api/events/${venue.event.eventId}/inspections`, {
    label: 'Licensing officer Huber',
    hours: 4,
  });
  const { token: inspection } = z.parse(CreatedInspectorLinkSchema, made.body);
  const named = { name: 'Turnstile', scopes: KEY_SCOPES, eventId: null, addresses: null, days: 30 };
  const { key } = z.parse(CreatedApiKeySchema, (await venue.admin.client.post('/api/keys', named)).body);
  const sessions = [venue.admin.client.cookie(), venue.device.cookie()].map((cookie) => cookie.split('=')[1] ?? '');
  const { accessCode } = venue.event;
  const secrets = [
    ...Object.values(PLANTED),
    ...sessions,
    accessCode,
    formatAccessCode(accessCode),
    token,
    inspection,
    key,
    btoa(`:${key}`),
    PASSWORD,
    venue.admin.email,
    venue.event.eventName,
    venue.area.areaName,
  ];
  return { venue, token, inspection, key, secrets };
}

/** Calls that delete what the others need come last. */
const IN_ORDER = CALLS.toSorted((a, b) => Number(a.route.startsWith('DELETE')) - Number(b.route.startsWith('DELETE')));

/** Such addresses contain an access code or a link's token. */
const isSecret = (pattern: string): boolean => /:(?:code|token)\b/.test(pattern);

const WORLDS = [
  ['with working bindings', () => env],
  ['without rooms and hubs', () => unreachableObjects()],
  ['without the database', withoutDatabase],
] as const;

test.each(WORLDS)(
  'no secret is in the log, whichever route receives it and wherever it is placed: %s',
  async (_name, bindings) => {
    const { venue, token, inspection, key, secrets } = await secretVenue();
    const real: Record<string, string> = {
      eventId: venue.event.eventId,
      areaId: venue.area.areaId,
      token,
      code: venue.event.accessCode,
    };
    const values = [real, { token: inspection }, {}];
    const bearer = `Bearer ${PLANTED.token}`;
    const callers = [
      ...['', venue.device.cookie(), venue.admin.client.cookie()].map((cookie) => [cookie, bearer] as const),
      ['', `Bearer ${key}`] as const,
      ['', `Basic ${btoa(`:${key}`)}`] as const,
      ['', `Bearer hrk_${PLANTED.token}`] as const,
    ];
    written = [];
    const context = createExecutionContext();
    let calls = 0;
    for (const { route } of IN_ORDER) {
      const [method = '', pattern = ''] = route.split(' ');
      for (const params of values) {
        const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? PLANTED.segment);
        for (const [cookie, authorization] of callers) {
          const init: RequestInit = {
            method,
            headers: {
              cookie: [cookie, `other=${PLANTED.cookie}`].filter(Boolean).join('; '),
              authorization,
              'user-agent': PLANTED.header,
              'time-zone': PLANTED.header,
              'x-inspection': PLANTED.header,
              'accept-language': PLANTED.header,
              'stripe-signature': PLANTED.header,
              'x-forwarded-for': PLANTED.header,
            },
          };
          if (method !== 'GET') init.body = BODY;
          const linesBefore = written.length;
          const url = `${HTTP}${path}?from=${PLANTED.query}&v=${PLANTED.query}&token=${PLANTED.token}`;
          const answer = await app.request(url, init, bindings(), context);
          answer.webSocket?.accept();
          answer.webSocket?.close();
          await answer.body?.cancel();
          if (isSecret(pattern)) expect(written.length, route).toBe(linesBefore);
          else calls += 1;
        }
      }
    }
    await app.request(`${HTTP}/api/${PLANTED.segment}`, {}, env);
    await app.request(`${HTTP}/join/${PLANTED.segment}?${PLANTED.query}`, {}, env);
    // What is written after an answer belongs to the log, too.
    await waitOnExecutionContext(context);
    expect(requests()).toHaveLength(calls + 1);
    expect(requests().filter((line) => (line.userId === undefined) !== (line.personId === undefined))).toEqual([]);
    const seen = secrets.filter((secret) => written.some((line) => line.toLowerCase().includes(secret.toLowerCase())));
    expect(seen).toEqual([]);
  },
);

test('every parameter of an address is an id or keeps its call out of the log', () => {
  const patterns = app.routes.map(({ path }) => path);
  const parameters = new Set(patterns.flatMap((path) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)));
  // Add a new parameter here if it is no secret. Otherwise `holdsSecret` must know it.
  expect(parameters).toEqual(
    new Set([
      'alertId',
      'areaId',
      'code',
      'evacuationId',
      'eventId',
      'invitationId',
      'keyId',
      'linkId',
      'orderId',
      'personId',
      'recipientId',
      'sessionId',
      'sourceId',
      'token',
    ]),
  );
  for (const path of [...patterns, ...Object.values(appPaths), WIDGET_PATH]) {
    const address = HTTP + path.replaceAll(/:\w+/g, PLANTED.segment);
    expect(holdsSecret(address), path).toBe(isSecret(path));
  }
});
