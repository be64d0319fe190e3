import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { VERSION } from '../../../src/lib/version';
import { createVenue, PASSWORD, signUp } from '../support/accounts';
import { createClient, HTTP, HTTPS, readAnswer } from '../support/client';

describe('health and configuration', () => {
  test('health says the version', async () => {
    const answer = await createClient().get('/api/health');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ok: true, version: VERSION });
  });

  test('health is 503 without its database, with a session cookie, too', async () => {
    const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const broken = { ...env, DB: brokenDatabase() };
    const headers = { cookie: `headroom_session=${'0'.repeat(64)}` };
    const answer = await readAnswer(await app.request(`${HTTP}/api/health`, { headers }, broken));
    silence.mockRestore();
    expect(answer.status).toBe(503);
    expect(answer.body).toEqual({ ok: false, version: VERSION });
  });

  test('config says what the web needs to know', async () => {
    const answer = await createClient().get('/api/config');
    expect(answer.body).toMatchObject({ supportEmail: env.SUPPORT_EMAIL, billing: { configured: false } });
  });
});

/** A D1 that fails with a message which must not reach anyone. */
function brokenDatabase(): D1Database {
  return new Proxy(env.DB, {
    get: () => () => {
      throw new Error('secret detail');
    },
  });
}

describe('failures', () => {
  test.each([
    ['GET', '/api/nothing'],
    ['GET', '/api/auth/login'],
    ['PUT', '/api/events'],
    ['DELETE', '/api/health'],
    ['GET', '/api/users'],
    ['GET', '/api/billing/create-setup-intent'],
    ['PUT', '/api/billing/attach-payment-method'],
    ['POST', '/api/users/profile'],
    ['GET', '/api/users/billing-details'],
    ['PATCH', '/api/users/billing-details'],
  ])('%s %s is no call: 404 as JSON', async (method, path) => {
    const { client } = await signUp();
    const answer = await client.call(method, path);
    expect(answer.status).toBe(404);
    expect(answer.body).toMatchObject({ code: 'not_found' });
  });

  test('an unexpected failure is generic, has an id, and is one line in the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const init = { method: 'POST', body: JSON.stringify({ username: 'a@b.test', password: 'x' }) };
    const answer = await readAnswer(
      await app.request(`${HTTP}/api/auth/login`, init, { ...env, DB: brokenDatabase() }),
    );
    const lines = log.mock.calls.map(([line]) => String(line));
    log.mockRestore();
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      error: 'Something went wrong on our side. Please try again.',
      code: 'internal',
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(lines).toHaveLength(1);
    const { requestId } = z.parse(z.looseObject({ requestId: z.string() }), answer.body);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ requestId, route: '/api/auth/login', method: 'POST' });
    expect(lines[0]).toContain('secret detail');
  });

  test('a failed call whose address holds an access code has no line', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { event, admin } = await createVenue();
    await env.DB.exec('ALTER TABLE events RENAME TO events_out_of_reach');
    const answer = await admin.client.get(`/api/events/by-access-code/${event.accessCode}`);
    const lines = log.mock.calls.flat().map(String);
    log.mockRestore();
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({ code: 'internal', requestId: expect.stringMatching(/^[0-9a-f]{32}$/) });
    expect(lines).toEqual([]);
  });
});

describe('headers', () => {
  test.each(['/api/health', '/api/nothing', '/api/auth/verify', '/%61pi/auth/verify'])('of %s', async (path) => {
    const plain = await createClient().get(path);
    expect(Object.fromEntries(plain.headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(plain.headers.has('strict-transport-security')).toBe(false);
    const secure = await createClient({ origin: HTTPS }).get(path);
    expect(secure.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
  });
});

describe('origin', () => {
  const body = { eventName: 'Fest' };

  test.each([
    ['http://headroom.test', 201],
    ['https://headroom.test', 201],
    ['http://evil.test', 403],
    ['http://headroom.test.evil.test', 403],
    ['http://headroom.test:81', 403],
    ['null', 403],
    ['garbage', 403],
  ])('a call from %j is %i', async (origin, status) => {
    const { client } = await signUp();
    const answer = await client.post('/api/events', body, { origin });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(status === 403 ? { code: 'foreign_origin' } : { eventName: 'Fest' });
  });

  test.each(['POST', 'PATCH', 'PUT', 'DELETE'])('%s from elsewhere is refused before anything else', async (method) => {
    const answer = await createClient().call(method, '/api/events/x', { headers: { origin: 'http://evil.test' } });
    expect(answer.status).toBe(403);
  });

  test('reading is left to the browser, an upgrade is not', async () => {
    const { client } = await signUp();
    const origin = 'http://evil.test';
    expect((await client.call('GET', '/api/events', { headers: { origin } })).status).toBe(200);
    expect((await client.call('GET', '/api/events', { headers: { origin, upgrade: 'websocket' } })).status).toBe(403);
  });
});

describe('body size', () => {
  const post = (body: BodyInit) => createClient().fetch('/api/auth/login', { method: 'POST', body });
  const fill = (bytes: number) => {
    const frame = JSON.stringify({ username: '', password: PASSWORD }).length;
    return JSON.stringify({ username: ' '.repeat(bytes - frame), password: PASSWORD });
  };

  test('64 KB is taken, one byte more is 413', async () => {
    expect((await post(fill(65_536))).status).toBe(400);
    const answer = await readAnswer(await post(fill(65_537)));
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({ error: 'The request is too large.', code: 'too_large' });
  });

  test('a stream without a length is measured as well', async () => {
    const piece = new Uint8Array(10_000).fill(32);
    const pieces = (count: number) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let sent = 0; sent < count; sent += 1) controller.enqueue(piece);
          controller.close();
        },
      });
    expect((await post(pieces(6))).status).toBe(400);
    expect((await post(pieces(7))).status).toBe(413);
  });

  test('a body that ends before its time is refused, and is nothing for the log', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const cutOff = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode('{"username":"A"}'));
        controller.error(new Error('The client went away'));
      },
    });
    const answer = await readAnswer(
      await app.request(`${HTTP}/api/auth/logout`, { method: 'POST', body: cutOff }, env),
    );
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.headers.get('content-security-policy')).not.toBeNull();
    expect(log).not.toHaveBeenCalled();
    log.mockRestore();
  });
});
