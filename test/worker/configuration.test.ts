import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';

const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

const SECRET = 'sk_test_not_to_be_seen';
const WEBHOOK_SECRET = 'whsec_not_to_be_seen';
const PUBLISHABLE = 'pk_test_1';

const logged = () => log.mock.calls.map(([line]) => String(line));

/** A worker that has just been started: what it has said before was another one's. */
async function startWorker(variables: Record<string, string>) {
  const { app } = await import('../../src/app');
  return (path: string, init?: RequestInit) => app.request(path, init, { ...env, ...variables });
}

beforeEach(() => {
  vi.resetModules();
  log.mockClear();
});

test.each([
  [['STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'], { STRIPE_SECRET_KEY: SECRET }],
  [['STRIPE_PUBLISHABLE_KEY'], { STRIPE_SECRET_KEY: SECRET, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET }],
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

test.each([
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
