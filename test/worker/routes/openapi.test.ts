import { describe, expect, test } from 'vitest';
import { app } from '../../../src/app';
import { openApiDocument, OPERATIONS } from '../../../src/routes/openapi/document';
import { createVenue, PASSWORD } from '../support/accounts';
import { createClient } from '../support/client';
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
});

/** Answers to calls that are taken, and to whoever may not make them, are compared in permissions.test.ts. */
test('refusals of the call itself are as the document says', async () => {
  const { admin, event, area, device } = await createVenue();
  const guest = createClient();
  const refused = [
    [400, admin.client, 'PUT /api/areas/:areaId/recount', `/api/areas/${area.areaId}/recount`, '{'],
    [400, device, 'POST /api/events/:eventId/occupancy', `/api/events/${event.eventId}/occupancy?v=9`, {}],
    [409, guest, 'POST /api/auth/signup', '/api/auth/signup', { email: admin.email, password: PASSWORD }],
    [413, admin.client, 'POST /api/events', '/api/events', 'x'.repeat(70_000)],
  ] as const;
  for (const [status, who, route, path, body] of refused) {
    const answer = await who.call(route.split(' ')[0] ?? '', path, { body });
    expect(answer.status, route).toBe(status);
    expectDocumented(route, answer);
  }
});
