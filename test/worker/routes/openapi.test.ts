import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { OPERATIONS, openApiDocument } from '../../../src/routes/openapi/document';
import { PollAnswerSchema } from '../../../src/shared/protocol/down';
import { PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { OwnSessionListSchema } from '../../../src/shared/schemas/session';
import { createVenue, loginWithCode, newEmail, PASSWORD, signUp } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import { expectDocumented } from '../support/documented';

const registered = [
  ...new Set(app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`)),
].filter((route) => route.includes(' /api/'));

describe('the document', () => {
  test('is what GET /api/openapi.json answers, to everyone', async () => {
    const answer = await createClient().get('/api/openapi.json');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
  });

  test('describes every call of the app, and no other', () => {
    expect(registered.length).toBeGreaterThan(30);
    expect(OPERATIONS.map(({ route }) => route).toSorted()).toEqual(registered.toSorted());
  });

  test('gives each call a name of its own', () => {
    expect(new Set(OPERATIONS.map(({ id }) => id)).size).toBe(OPERATIONS.length);
  });

  test('names the protocol versions that rooms speak, and which is meant where a call names none', () => {
    const parameters = OPERATIONS.find(({ id }) => id === 'count')?.parameters;
    const v = parameters?.find(({ name }) => name === 'v');
    const spoken = Array.from({ length: PROTOCOL_VERSION }, (_, index) => `\`${PROTOCOL_VERSION - index}\``);
    expect(v?.description).toBe(
      `The protocol version that the caller speaks: ${spoken.join(', ')}. Where it is missing, \`1\` is meant.`,
    );
  });

  test('has nothing in it that is referred to by no call, and nothing missing', () => {
    const { paths, components } = openApiDocument();
    const refs = JSON.stringify([paths, components]).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const referred = new Set([...refs].map(([, name = '']) => name));
    expect([...referred].toSorted()).toEqual(Object.keys(components.schemas).toSorted());
  });
});

/** Whoever calls, the route as it is registered, the address and the body. */
type Step = readonly [who: Client, route: string, path: string, body?: unknown];

const ownSessionId = async (client: Client) =>
  z.parse(OwnSessionListSchema, (await client.get('/api/users/sessions')).body)[0]?.sessionId;

/** Elsewhere: sockets answer no JSON, and the payment provider, Sentry and the way to send mails are away. */
const NOT_HERE = OPERATIONS.filter(
  ({ answer, route }) =>
    answer === 'socket' ||
    route.startsWith('POST /api/billing/') ||
    route === 'POST /api/errors' ||
    // In event-file.test.ts.
    route.includes(' /api/operator/') ||
    /\/(forgot|reset)-password$/.test(route),
);

const SETTINGS = { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [75, 100] };

const SCHEDULE = { timeZone: 'Asia/Tokyo', reportTime: '05:30', startDate: '2026-07-31', endDate: '2026-08-02' };

describe('answers are as the document says', () => {
  const tried = new Set<string>();
  async function take([who, route, path, body]: Step): Promise<unknown> {
    const [method = ''] = route.split(' ');
    const answer = await who.call(method, path, { body });
    expect(answer.status, `${route} ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    expectDocumented(route, answer);
    tried.add(route);
    return answer.body;
  }

  test('of every call that is taken', async () => {
    const { admin, event, area, device } = await createVenue();
    const { client } = admin;
    const guest = createClient();
    const eventPath = `/api/events/${event.eventId}`;
    const areaPath = `/api/areas/${area.areaId}`;
    const at = Date.now();
    const steps: readonly Step[] = [
      [guest, 'GET /api/health', '/api/health'],
      [guest, 'GET /api/health/ready', '/api/health/ready'],
      [guest, 'GET /api/config', '/api/config'],
      [guest, 'GET /api/openapi.json', '/api/openapi.json'],
      [guest, 'POST /api/auth/signup', '/api/auth/signup', { email: newEmail(), password: PASSWORD }],
      [client, 'GET /api/auth/verify', '/api/auth/verify'],
      [device, 'GET /api/auth/verify', '/api/auth/verify'],
      [client, 'GET /api/users/me', '/api/users/me'],
      [device, 'GET /api/users/me', '/api/users/me'],
      [client, 'GET /api/users/profile', '/api/users/profile'],
      [client, 'GET /api/users/activity', '/api/users/activity'],
      [client, 'POST /api/auth/confirm', '/api/auth/confirm', { password: PASSWORD }],
      [client, 'PUT /api/users/billing-details', '/api/users/billing-details', { billing_address_country: 'DE' }],
      [client, 'POST /api/users/password', '/api/users/password', { currentPassword: PASSWORD, newPassword: PASSWORD }],
      [client, 'GET /api/users/sessions', '/api/users/sessions'],
      [client, 'DELETE /api/users/sessions', '/api/users/sessions'],
      [client, 'GET /api/users/export', '/api/users/export'],
      [client, 'POST /api/events', '/api/events', { eventName: 'Second' }],
      [client, 'GET /api/events', '/api/events'],
      [device, 'GET /api/events/by-access-code/:code', `/api/events/by-access-code/${event.accessCode}`],
      [client, 'PUT /api/events/:eventId/venue', `${eventPath}/venue`, SETTINGS],
      [client, 'GET /api/events', '/api/events'],
      [client, 'PATCH /api/events/:eventId', eventPath, { eventName: 'New' }],
      [client, 'GET /api/events/:eventId/schedule', `${eventPath}/schedule`],
      [client, 'PUT /api/events/:eventId/schedule', `${eventPath}/schedule`, SCHEDULE],
      [client, 'GET /api/events/:eventId/report', `${eventPath}/report`],
      [client, 'GET /api/events/:eventId/reports', `${eventPath}/reports`],
      [client, 'POST /api/events/:eventId/areas', `${eventPath}/areas`, { areaName: 'Bar', capacity: 80 }],
      [client, 'PATCH /api/areas/:areaId', areaPath, { capacity: 600 }],
      [client, 'PUT /api/areas/:areaId/recount', `${areaPath}/recount`, { occupancy: 590, reason: 'By eye' }],
      [device, 'GET /api/events/:eventId/areas', `${eventPath}/areas`],
      [client, 'GET /api/events/:eventId/devices', `${eventPath}/devices`],
      [client, 'GET /api/events/:eventId/flow', `${eventPath}/flow`],
      [client, 'GET /api/billing/usage', '/api/billing/usage'],
      [device, 'GET /api/events/:eventId/join-key', `${eventPath}/join-key`],
      [client, 'GET /api/events/:eventId/display', `${eventPath}/display`],
    ];
    for (const step of steps) await take(step);

    const poll = async (seq: number, taps: readonly object[]) =>
      z.parse(
        PollAnswerSchema,
        await take([
          device,
          'POST /api/events/:eventId/occupancy',
          `${eventPath}/occupancy?v=2`,
          { clientId: 'client-000000000001', seq, sentAt: at, taps },
        ]),
      );
    const { sync } = await poll(1, [{ areaId: area.areaId, change: 500, at }]);
    const alertPath = `${eventPath}/alerts/${sync.alerts?.[0]?.alertId}/acknowledge`;
    await take([device, 'POST /api/events/:eventId/alerts/:alertId/acknowledge', alertPath]);
    const { ack } = await poll(2, [
      { areaId: area.areaId, change: -1000, at },
      { areaId: area.areaId, change: -1000, at },
      { areaId: 'unknown', change: 1, at },
    ]);
    expect([ack.rejected?.length, ack.floored?.length]).toEqual([1, 1]);

    await take([client, 'GET /api/events/:eventId/report', `${eventPath}/report?interval=60`]);
    await take([client, 'GET /api/events/:eventId/report', `${eventPath}/report?format=csv`]);
    await take([client, 'GET /api/events/:eventId/report/ledger', `${eventPath}/report/ledger`]);
    const login = { username: event.accessCode, password: null };
    await take([createClient(), 'POST /api/auth/login', '/api/auth/login', login]);
    const link = await take([client, 'POST /api/events/:eventId/display', `${eventPath}/display`]);
    const { displayToken } = z.parse(DisplayLinkSchema, link);
    await take([guest, 'GET /api/displays/:token', `/api/displays/${displayToken}`]);
    await take([client, 'DELETE /api/events/:eventId/display', `${eventPath}/display`]);
    await take([client, 'PUT /api/areas/:areaId/reset', `${areaPath}/reset`]);
    await take([client, 'POST /api/events/:eventId/reset', `${eventPath}/reset`]);
    await take([client, 'POST /api/events/:eventId/duplicate', `${eventPath}/duplicate`, { eventName: 'Copy' }]);
    await take([client, 'DELETE /api/areas/:areaId', areaPath]);
    await take([client, 'POST /api/events/:eventId/access-code', `${eventPath}/access-code`]);
    await take([client, 'DELETE /api/events/:eventId', eventPath]);
    await take([client, 'POST /api/auth/logout', '/api/auth/logout']);
    const leaving = (await signUp()).client;
    await take([
      leaving,
      'DELETE /api/users/sessions/:sessionId',
      `/api/users/sessions/${await ownSessionId(leaving)}`,
    ]);
    await take([(await signUp()).client, 'DELETE /api/users', '/api/users']);
    expect([...tried, ...NOT_HERE.map(({ route }) => route)].toSorted()).toEqual(registered.toSorted());
  });

  test('of calls that are refused', async () => {
    const { admin, event, area } = await createVenue();
    const device = await loginWithCode(event.accessCode);
    const refused: readonly (readonly [number, ...Step])[] = [
      [401, createClient(), 'GET /api/events', '/api/events'],
      [403, device, 'GET /api/events', '/api/events'],
      [404, admin.client, 'PATCH /api/events/:eventId', '/api/events/unknown', { eventName: 'New' }],
      [400, admin.client, 'PUT /api/events/:eventId/venue', `/api/events/${event.eventId}/venue`, {}],
      [400, admin.client, 'GET /api/events/:eventId/report', `/api/events/${event.eventId}/report?interval=7`],
      [403, device, 'GET /api/events/:eventId/report/ledger', `/api/events/${event.eventId}/report/ledger`],
      [400, admin.client, 'PUT /api/areas/:areaId/recount', `/api/areas/${area.areaId}/recount`, '{'],
      [400, device, 'POST /api/events/:eventId/occupancy', `/api/events/${event.eventId}/occupancy?v=9`, {}],
      [409, createClient(), 'POST /api/auth/signup', '/api/auth/signup', { email: admin.email, password: PASSWORD }],
      [404, createClient(), 'GET /api/displays/:token', '/api/displays/unknown'],
      [413, admin.client, 'POST /api/events', '/api/events', 'x'.repeat(70_000)],
      [503, admin.client, 'POST /api/billing/create-setup-intent', '/api/billing/create-setup-intent'],
    ];
    for (const [status, who, route, path, body] of refused) {
      const answer = await who.call(route.split(' ')[0] ?? '', path, { body });
      expect(answer.status, route).toBe(status);
      expectDocumented(route, answer);
    }
  });
});
