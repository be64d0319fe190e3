import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

const SECRET = 'sk_test_not_to_be_seen';
const WEBHOOK_SECRET = 'whsec_not_to_be_seen';
const PUBLISHABLE = 'pk_test_1';

const logged = () => log.mock.calls.map(([line]) => String(line));

/** A worker that has just been started: what it has said before was another one's. */
async function startWorker(variables: Record<string, string>) {
  const { app } = await import('../../../src/app');
  return (path: string, init?: RequestInit) => app.request(path, init, { ...env, ...variables });
}

beforeEach(() => {
  vi.resetModules();
  log.mockClear();
});

test.each([
  [['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'], { STRIPE_SECRET_KEY: SECRET }],
  [['STRIPE_WEBHOOK_SECRET'], { STRIPE_SECRET_KEY: SECRET, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE }],
])('billing without %j: one line says so at the first request', async (missing, variables: Record<string, string>) => {
  const call = await startWorker(variables);
  for (let request = 0; request < 3; request++) await call('/api/config');
  expect(logged()).toHaveLength(1);
  const [line = ''] = logged();
  expect(JSON.parse(line)).toMatchObject({
    level: 'error',
    what: 'configuration',
    error: expect.stringContaining(missing.join(', ')),
  });
  expect(line).not.toMatch(/not_to_be_seen|pk_test/);
});

/** Two that no log may have. */
const MAIL_KEY = 're_not_to_be_seen';
const DSN = 'https://not_to_be_seen@sentry.test/1';
const MAIL = {
  MAIL_API_KEY: MAIL_KEY,
  MAIL_API_URL: 'https://mail.test/emails',
  MAIL_FROM: 'Headroom <no-reply@x.test>',
};

test.each<[string, Record<string, string>, string[]]>([
  [
    'a key to send mails with, and nothing else',
    { MAIL_API_KEY: MAIL_KEY },
    ['MAIL_API_KEY is set, but not MAIL_API_URL, MAIL_FROM, PUBLIC_ORIGIN'],
  ],
  ['a mail provider without its secret', { ...MAIL, MAIL_API_KEY: '' }, ['MAIL_API_URL is set, but not MAIL_API_KEY']],
  ['errors of nobody knows which installation', { SENTRY_DSN: DSN }, ['SENTRY_DSN is set, but not ENVIRONMENT']],
  ['a jurisdiction that is none', { JURISDICTION: 'EU' }, ['JURISDICTION is EU, not one of eu, fedramp']],
  [
    'a proxy that nobody knows',
    { TRUSTED_PROXY: 'nginx' },
    ['TRUSTED_PROXY is nginx, not one of cloudflare, forwarded'],
  ],
  [
    'HTTPS that nobody can tell',
    { TRUSTED_PROXY: '', PUBLIC_ORIGIN: 'https://headroom.test' },
    ['TRUSTED_PROXY is not set, though only HTTPS is served: a proxy’s word for it is not taken'],
  ],
  [
    'two things at once',
    { SENTRY_DSN: DSN, MAIL_TO_CONSOLE: 'true' },
    ['MAIL_TO_CONSOLE is set, but not PUBLIC_ORIGIN', 'SENTRY_DSN is set, but not ENVIRONMENT'],
  ],
])('%s: the log says so', async (_what, variables, errors) => {
  const call = await startWorker(variables);
  for (let request = 0; request < 3; request++) await call('/api/openapi.json');
  expect(logged().map((line) => JSON.parse(line))).toEqual(
    errors.map((error) => ({ level: 'error', what: 'configuration', error })),
  );
  expect(logged().join('')).not.toContain('not_to_be_seen');
});

test.each([
  ['mails with all they need', { ...MAIL, PUBLIC_ORIGIN: 'https://headroom.test' }],
  ['error reporting with all it needs', { SENTRY_DSN: DSN, ENVIRONMENT: 'staging' }],
  ['rooms in a jurisdiction', { JURISDICTION: 'eu' }],
  [
    'billing with all it needs',
    { STRIPE_SECRET_KEY: SECRET, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET },
  ],
  ['no billing', {}],
])('%s: no word', async (_what, variables: Record<string, string>) => {
  const call = await startWorker(variables);
  await call('/api/config');
  expect(logged()).toEqual([]);
});

test('a webhook that is refused for want of a secret is in the log', async () => {
  const call = await startWorker({ STRIPE_SECRET_KEY: SECRET, STRIPE_PUBLISHABLE_KEY: PUBLISHABLE });
  await call('/api/config');
  log.mockClear();
  expect((await call('/api/billing/webhook', { method: 'POST', body: '{}' })).status).toBe(503);
  expect(logged().map((line) => JSON.parse(line))).toEqual([
    { level: 'error', what: 'webhook', requestId: expect.any(String), error: 'STRIPE_WEBHOOK_SECRET is not set' },
  ]);
});
