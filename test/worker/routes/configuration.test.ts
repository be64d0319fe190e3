import { env } from 'cloudflare:workers';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';

let log: MockInstance<typeof console.error>;
const logged = () => log.mock.calls.map(([line]) => String(line));

/** A worker that has just started. The log of previous workers does not matter. */
async function startWorker(variables: Record<string, string>) {
  const { app } = await import('../../../src/app');
  return (path: string, init?: RequestInit) => app.request(path, init, { ...env, ...variables });
}

beforeEach(() => {
  vi.resetModules();
  log = vi.spyOn(console, 'error').mockReturnValue();
});

/** Secrets that no log may contain. */
const DSN = 'https://not_to_be_seen@sentry.test/1';
const MAIL_KEY = 're_not_to_be_seen';
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_not_to_be_seen', STRIPE_PUBLISHABLE_KEY: 'pk_test_1' };

test.each<[string, Record<string, string>, string[]]>([
  ['billing without a webhook secret', STRIPE, ['STRIPE_WEBHOOK_SECRET']],
  [
    'a mail key and no other mail setting',
    { MAIL_API_KEY: MAIL_KEY },
    ['MAIL_API_KEY is set, but not MAIL_API_URL, MAIL_FROM, PUBLIC_ORIGIN'],
  ],
  ['an unknown jurisdiction', { JURISDICTION: 'EU' }, ['JURISDICTION is EU, not one of eu, fedramp']],
  [
    'HTTPS that the worker cannot detect',
    { TRUSTED_PROXY: '', PUBLIC_ORIGIN: 'https://headroom.test' },
    ['TRUSTED_PROXY is not set, though only HTTPS is served: a proxy’s word for it is not taken'],
  ],
  [
    'two mistakes at once',
    { SENTRY_DSN: DSN, MAIL_TO_CONSOLE: 'true' },
    ['MAIL_TO_CONSOLE is set, but not PUBLIC_ORIGIN', 'SENTRY_DSN is set, but not ENVIRONMENT'],
  ],
  [
    'alarms that reach nobody',
    { ALARM_EMAIL: 'operator@headroom.test', HEARTBEAT_URL: 'not_to_be_seen' },
    ['ALARM_EMAIL is set, but mails need MAIL_API_KEY', 'HEARTBEAT_URL is not a URL'],
  ],
  [
    'keys of evidence that are none',
    { EVIDENCE_KEY: 'not_to_be_seen', EVIDENCE_RETIRED_KEYS: 'AAAA', EVIDENCE_MAIL: 'false' },
    [
      'EVIDENCE_MAIL is set, but not to off',
      'EVIDENCE_KEY is no Ed25519 key in PKCS#8 and base64',
      'EVIDENCE_RETIRED_KEYS has an entry that is no public key of Ed25519',
    ],
  ],
  ['complete error reporting', { SENTRY_DSN: DSN, ENVIRONMENT: 'staging' }, []],
])('the log reports once what is wrong with %s', async (_what, variables, errors) => {
  const call = await startWorker(variables);
  for (let request = 0; request < 3; request++) await call('/api/config');
  expect(logged().map((line) => JSON.parse(line))).toEqual(
    errors.map((error) => ({ level: 'error', what: 'configuration', error: expect.stringContaining(error) })),
  );
  expect(logged().join('')).not.toMatch(/not_to_be_seen|pk_test/);
});
