import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { app } from '../../../src/app';
import { PASSWORD, signUp } from '../support/accounts';
import { createClient, HTTP, HTTPS, readAnswer } from '../support/client';
import { fetchFile } from '../support/static-files';

test.each(['/api/health', '/api/nothing', '/api/auth/verify', '/%61pi/auth/verify'])(
  'the answer of %s has the security headers',
  async (path) => {
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
  },
);

describe('the Origin header', () => {
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

  test('a change from a foreign origin is refused first, as is an upgrade, and reads are left to the browser', async () => {
    const headers = { origin: 'http://evil.test' };
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE']) {
      expect((await createClient().call(method, '/api/events/x', { headers })).status, method).toBe(403);
    }
    const { client } = await signUp();
    const upgrade = { ...headers, upgrade: 'websocket' };
    expect((await client.call('GET', '/api/events', { headers: upgrade })).status).toBe(403);
    expect((await client.call('GET', '/api/events', { headers })).status).toBe(200);
  });
});

describe('the size of a body', () => {
  const post = (body: BodyInit) => createClient().fetch('/api/auth/login', { method: 'POST', body });
  const fill = (bytes: number) => {
    const frame = JSON.stringify({ username: '', password: PASSWORD }).length;
    return JSON.stringify({ username: ' '.repeat(bytes - frame), password: PASSWORD });
  };

  test('a body of 64 KB is accepted, and one byte more gets 413', async () => {
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

  test('a body that is cut off is refused and not logged', async () => {
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
  });
});

const ASSETS = { ...env.ASSETS, fetch: fetchFile };
const PUBLIC = 'https://public.headroom.test';

/** Installations that do not work over plain HTTP, and the address to which they redirect. */
const DEPLOYED = [
  ['an environment without its own address', { ENVIRONMENT: 'production' }, HTTPS],
  ['an environment with its own address', { ENVIRONMENT: 'staging', PUBLIC_ORIGIN: PUBLIC }, PUBLIC],
] as const;

describe.each(DEPLOYED)('plain HTTP at %s', (_what, variables, origin) => {
  const ask = (url: string, init: RequestInit = {}) => app.request(url, init, { ...env, ASSETS, ...variables });

  test.each([
    ['GET', '/'],
    ['GET', '/login?code=ABCD-2346'],
    ['GET', '/assets/app-abc123.js'],
    ['GET', '//evil.test/x'],
  ])('%s %s redirects to HTTPS', async (method, path) => {
    const answer = await ask(`${HTTP}${path}`, { method, headers: { cookie: 'headroom_session=1' } });
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe(`${origin}${path}`);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).toBe('');
  });

  test.each([
    ['GET', '/api/health'],
    ['POST', '/api/auth/login'],
    ['GET', '/%61pi/auth/verify'],
    ['POST', '/login'],
  ])('%s %s is refused', async (method, path) => {
    const answer = await readAnswer(await ask(`${HTTP}${path}`, { method, ...(method === 'POST' && { body: '{}' }) }));
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({ error: 'Please use HTTPS.', code: 'https_required' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('a session neither begins nor is recognized, and no upgrade is accepted', async () => {
    const { client, email } = await signUp();
    const body = JSON.stringify({ username: email, password: PASSWORD });
    const login = await ask(`${HTTP}/api/auth/login`, { method: 'POST', body });
    expect([login.status, login.headers.getSetCookie()]).toEqual([403, []]);
    expect((await ask(`${HTTP}/api/auth/verify`, { headers: { cookie: client.cookie() } })).status).toBe(403);
    expect(await env.DB.prepare('SELECT count(*) AS n FROM sessions').first('n')).toBe(1);
    const upgrade = { headers: { upgrade: 'websocket' } };
    for (const path of ['/api/account/socket', '/login']) {
      expect((await ask(`${HTTP}${path}`, upgrade)).status).toBe(403);
    }
  });
});

test.each(['cloudflare', 'door', ''])(
  'no header of a client makes its request one over HTTPS: %j',
  async (TRUSTED_PROXY) => {
    const headers = { 'x-forwarded-proto': 'https', forwarded: 'proto=https' };
    const answer = await app.request(
      `${HTTP}/api/config`,
      { headers },
      { ...env, PUBLIC_ORIGIN: PUBLIC, TRUSTED_PROXY },
    );
    expect(answer.status).toBe(403);
  },
);
