import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { app } from '../../../src/app';
import type { Env } from '../../../src/env';
import { HTTP } from '../support/client';
import { ETAG, fetchFile, HTML, LOGIN, POLICY, SHELL, SIGNUP } from '../support/static-files';

const NAVIGATION = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const KEYS = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };
const WITHOUT_KEYS = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '' };

const serve = (path: string, init: RequestInit = {}, keys: Partial<Env> = WITHOUT_KEYS) =>
  app.request(`${HTTP}${path}`, init, { ...env, ...keys, ASSETS: { ...env.ASSETS, fetch: fetchFile } });

describe('the paths of the app', () => {
  test.each([
    ['/app', SHELL],
    ['/admin', SHELL],
    ['/app/overview', SHELL],
    ['/app/events/e1/settings', SHELL],
    ['/app/alerts', SHELL],
    [`/display/${'5f'.repeat(32)}/?area=1`, SHELL],
    [`/inspect/${'5f'.repeat(32)}`, SHELL],
    ['/login', LOGIN],
    ['/signup/', SIGNUP],
  ])('%s is HTML that browsers revalidate each time', async (path, html) => {
    const answer = await serve(path, { headers: NAVIGATION });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(html);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': HTML,
      'cache-control': 'no-cache',
      etag: ETAG,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
  });
});

test('the form of the sign-up is served only where everybody may sign up; the app says the rest', async () => {
  const served = async (SIGN_UP: string) =>
    await (await serve('/signup', { headers: NAVIGATION }, { ...WITHOUT_KEYS, SIGN_UP })).text();
  expect([await served('open'), await served('invited'), await served('closed')]).toEqual([SIGNUP, SHELL, SHELL]);
});

describe('the page for frames of other sites', () => {
  test('every site may frame it, it runs its own script alone, and nothing of its address stands in it', async () => {
    const token = '5f'.repeat(32);
    const answer = await serve(`/widget/${token}?lang=%22%3E%3Cscript%3E&text=x`, {
      headers: { ...NAVIGATION, 'accept-language': 'de-AT' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const text = await answer.text();
    expect(text).toContain('<html lang="de" dir="ltr">');
    expect(text).toContain('<script src="/widget.js" data-frame async></script>');
    expect(text).not.toContain(token);
    expect(text).not.toContain('text=x');
  });

  test.each(['/widget', '/widget/', '/widget/5f/5f'])('%s is no such page', async (path) => {
    expect((await serve(path, { headers: NAVIGATION })).status).toBe(404);
  });
});

describe('other paths', () => {
  test.each(['/nope', '/shell', '/app/overview/x', '/display', '/display/5f/5f', '//app', '/%E0%A4%A'])(
    "%s is the app's HTML with a 404 that no cache keeps",
    async (path) => {
      const answer = await serve(path, { headers: { ...NAVIGATION, 'if-none-match': ETAG } });
      expect(answer.status).toBe(404);
      expect(await answer.text()).toBe(SHELL);
      expect(answer.headers.get('content-type')).toBe(HTML);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.has('etag')).toBe(false);
    },
  );

  test.each([
    ['GET', '/nope.png', 'image/avif,image/webp,*/*;q=0.8'],
    ['GET', '/assets/app-gone.js', '*/*'],
    ['POST', '/app', 'text/html'],
    ['DELETE', '/login', 'text/html'],
  ])('%s %s for %s is a plain 404', async (method, path, accept) => {
    const body = method === 'GET' ? {} : { body: 'x'.repeat(1000) };
    const answer = await serve(path, { method, headers: { accept }, ...body });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).toBe('Not found');
  });
});

describe('the hosts of Stripe', () => {
  const policyOf = async (path: string, keys: Partial<typeof KEYS>) =>
    (await serve(path, { headers: NAVIGATION }, keys)).headers.get('content-security-policy');

  test.each(['/app', '/login', '/signup', '/admin'])('the policy of %s allows the hosts of Stripe', async (path) => {
    expect(await policyOf(path, KEYS)).toBe(
      "default-src 'self'; " +
        "script-src 'self' https://js.stripe.com https://*.js.stripe.com; " +
        "img-src 'self' data:; " +
        "frame-src 'self' https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com; " +
        "connect-src 'self' https://api.stripe.com",
    );
  });

  test.each(['/', '/nope', '/robots.txt', '/assets/app-abc123.js', '/api/health'])(
    'the policy of %s does not allow the hosts of Stripe',
    async (path) => {
      const answer = await serve(path, { headers: NAVIGATION }, KEYS);
      expect([...answer.headers].filter(([, value]) => value.includes('stripe'))).toEqual([]);
      expect(answer.headers.get('content-security-policy')).toBe(await policyOf(path, WITHOUT_KEYS));
    },
  );

  test.each([
    ['no key', WITHOUT_KEYS],
    ['no secret key', { ...KEYS, STRIPE_SECRET_KEY: '' }],
  ])(
    'the policy of /app does not allow the hosts of Stripe when there is %s, and billing is off',
    async (_what, keys) => {
      expect(await policyOf('/app', keys)).toBe(POLICY);
      expect(await (await serve('/api/config', {}, keys)).json()).toMatchObject({ billing: { configured: false } });
    },
  );
});

test("the configuration contains the browser's key when both keys exist, and no other key", async () => {
  expect(await (await serve('/api/config', {}, KEYS)).json()).toEqual({
    supportEmail: env.SUPPORT_EMAIL,
    signUp: 'open',
    billing: { configured: true, publishableKey: 'pk_test_1' },
    publicOrigin: null,
    passwordReset: false,
    errorReporting: null,
  });
});
