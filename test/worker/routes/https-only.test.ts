import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { app } from '../../../src/app';
import { newEmail, PASSWORD, signUp } from '../support/accounts';
import { HTTP, HTTPS, readAnswer } from '../support/client';
import { fetchFile, LOGIN } from '../support/static-files';

const ASSETS = { ...env.ASSETS, fetch: fetchFile };
const PUBLIC = 'https://public.headroom.test';

/** Installations that nobody may use over plain HTTP, and where they lead who tries. */
const DEPLOYED = [
  ['an environment without an address of its own', { ENVIRONMENT: 'production' }, HTTPS],
  ['an environment with one', { ENVIRONMENT: 'staging', PUBLIC_ORIGIN: PUBLIC }, PUBLIC],
  ['an address behind one’s own TLS proxy', { PUBLIC_ORIGIN: PUBLIC }, PUBLIC],
] as const;

describe.each(DEPLOYED)('over plain HTTP, %s', (_what, variables, origin) => {
  const ask = (url: string, init: RequestInit = {}) => app.request(url, init, { ...env, ASSETS, ...variables });

  test.each([
    ['GET', '/'],
    ['GET', '/login?code=ABCD-2346'],
    ['HEAD', '/app'],
    ['GET', '/assets/app-abc123.js'],
    ['GET', '/nope'],
    ['GET', '//evil.test/x'],
  ])('%s %s leads to HTTPS', async (method, path) => {
    const answer = await ask(`${HTTP}${path}`, { method, headers: { cookie: 'headroom_session=1' } });
    expect(answer.status).toBe(308);
    expect(answer.headers.get('location')).toBe(`${origin}${path}`);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).toBe('');
  });

  test.each([
    ['GET', '/api/health'],
    ['GET', '/api/nope'],
    ['POST', '/api/auth/login'],
    ['GET', '/%61pi/auth/verify'],
    ['POST', '/login'],
  ])('%s %s is refused', async (method, path) => {
    const answer = await readAnswer(await ask(`${HTTP}${path}`, { method, ...(method === 'POST' && { body: '{}' }) }));
    expect(answer.status).toBe(403);
    expect(answer.body).toEqual({ error: 'Please use HTTPS.', code: 'https_required' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  test('no upgrade is taken', async () => {
    const upgrade = { headers: { upgrade: 'websocket' } };
    for (const path of ['/api/account/socket', '/login']) {
      expect((await ask(`${HTTP}${path}`, upgrade)).status).toBe(403);
    }
  });

  test('a session is neither begun nor known', async () => {
    const { client, email } = await signUp();
    const body = JSON.stringify({ username: email, password: PASSWORD });
    const login = await ask(`${HTTP}/api/auth/login`, { method: 'POST', body });
    expect([login.status, login.headers.getSetCookie()]).toEqual([403, []]);
    expect((await ask(`${HTTP}/api/auth/verify`, { headers: { cookie: client.cookie() } })).status).toBe(403);
    expect(await env.DB.prepare('SELECT count(*) AS n FROM sessions').first('n')).toBe(1);
  });

  test('over HTTPS all is as ever', async () => {
    const page = await ask(`${HTTPS}/login`);
    expect([page.status, await page.text()]).toEqual([200, LOGIN]);
    expect(page.headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
    const body = JSON.stringify({ email: newEmail(), password: PASSWORD });
    expect((await ask(`${HTTPS}/api/auth/signup`, { method: 'POST', body })).status).toBe(201);
  });
});

test('behind a TLS proxy that is trusted its word for HTTPS is taken, and the cookies are those of HTTPS', async () => {
  const { email } = await signUp();
  const body = JSON.stringify({ username: email, password: PASSWORD });
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };
  const logIn = (variables: object) =>
    app.request(
      `${HTTP}/api/auth/login`,
      { method: 'POST', body, headers },
      { ...env, PUBLIC_ORIGIN: PUBLIC, ...variables },
    );
  const trusted = await logIn({ TRUSTED_PROXY: 'forwarded' });
  expect(trusted.status).toBe(200);
  expect(trusted.headers.getSetCookie()[0]).toMatch(/^__Host-headroom_session=.+; Secure/);
  expect((await logIn({ TRUSTED_PROXY: 'cloudflare' })).status).toBe(403);
});

test.each([
  ['nothing is set', {}],
  ['this machine’s address is set', { ENVIRONMENT: 'at home', PUBLIC_ORIGIN: 'http://localhost:8787' }],
])('on a machine of one’s own plain HTTP is served: %s', async (_what, variables) => {
  const ask = (path: string) => app.request(`${HTTP}${path}`, {}, { ...env, ASSETS, ...variables });
  expect((await ask('/login')).status).toBe(200);
  expect((await ask('/api/health')).status).toBe(200);
});

test.each([
  [{ PUBLIC_ORIGIN: PUBLIC }, PUBLIC],
  [{ ENVIRONMENT: 'production' }, null],
  // Where a server on this machine is opened says nothing of how a phone gets there.
  [{ PUBLIC_ORIGIN: 'http://localhost:8787' }, null],
])('links that the web makes begin with the public address: %j', async (variables, publicOrigin) => {
  const answer = await app.request(`${HTTPS}/api/config`, {}, { ...env, ...variables });
  expect(await answer.json()).toMatchObject({ publicOrigin });
});
