import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { localBindings, localOrigin } from '../../../scripts/variables';

const folder = mkdtempSync(join(tmpdir(), 'headroom-vars-'));
const file = join(folder, '.dev.vars');
writeFileSync(file, 'STRIPE_SECRET_KEY="sk_test_file"\nSTRIPE_PUBLISHABLE_KEY=pk_test_file\nHOME=/nowhere\n');
afterAll(() => rmSync(folder, { recursive: true }));

const noFile = join(folder, 'none');
const ORIGIN = 'http://localhost:8787';
/** What is set where nobody sets anything. */
const unset = {
  PUBLIC_ORIGIN: { type: 'plain_text', value: ORIGIN },
  MAIL_TO_CONSOLE: { type: 'plain_text', value: 'true' },
};

test('the file sets the worker’s variables and no other; secrets are said to be some', () => {
  expect(localBindings(ORIGIN, {}, file)).toEqual({
    ...unset,
    STRIPE_SECRET_KEY: { type: 'secret_text', value: 'sk_test_file' },
    STRIPE_PUBLISHABLE_KEY: { type: 'plain_text', value: 'pk_test_file' },
  });
});

test('the environment comes first, and with nothing in it takes the file’s away', () => {
  const environment = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: 'pk_test_env', PATH: '/bin' };
  expect(localBindings(ORIGIN, environment, file)).toEqual({
    ...unset,
    STRIPE_PUBLISHABLE_KEY: { type: 'plain_text', value: 'pk_test_env' },
  });
});

test('without a file there is the environment', () => {
  const bindings = localBindings(
    ORIGIN,
    { STRIPE_WEBHOOK_SECRET: 'whsec_1', SUPPORT_EMAIL: 'help@x.co', RETENTION_MONTHS: '36', OPERATOR_TOKEN: 'o' },
    noFile,
  );
  expect(bindings).toEqual({
    ...unset,
    STRIPE_WEBHOOK_SECRET: { type: 'secret_text', value: 'whsec_1' },
    OPERATOR_TOKEN: { type: 'secret_text', value: 'o' },
    SUPPORT_EMAIL: { type: 'plain_text', value: 'help@x.co' },
    RETENTION_MONTHS: { type: 'plain_text', value: '36' },
  });
});

test('mails go to the console only where nothing else is said', () => {
  const namesOf = (environment: Record<string, string>) => Object.keys(localBindings(ORIGIN, environment, noFile));
  expect(namesOf({})).toEqual(['MAIL_TO_CONSOLE', 'PUBLIC_ORIGIN']);
  expect(namesOf({ MAIL_API_KEY: 're_1' })).toEqual(['MAIL_API_KEY', 'PUBLIC_ORIGIN']);
  expect(namesOf({ MAIL_TO_CONSOLE: '', PUBLIC_ORIGIN: '' })).toEqual([]);
  expect(localBindings(ORIGIN, { PUBLIC_ORIGIN: 'https://h.test' }, noFile).PUBLIC_ORIGIN?.value).toBe(
    'https://h.test',
  );
});

test.each([
  ['localhost', 'http://localhost:8787'],
  ['0.0.0.0', 'http://localhost:8787'],
  ['::', 'http://localhost:8787'],
  ['::1', 'http://[::1]:8787'],
  ['192.168.1.20', 'http://192.168.1.20:8787'],
])('a server at %s is opened at %s', (host, origin) => {
  expect(localOrigin(host, 8787)).toBe(origin);
});

test('every variable of the worker is handed on, none that it does not know', () => {
  const source = readFileSync('src/env.ts', 'utf8');
  const body = source.slice(source.indexOf('export interface Env {'), source.indexOf('\n}\n'));
  const names = [...body.matchAll(/^ {2}([A-Z_]+)\??: string;$/gm)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(10);
  const given = localBindings(ORIGIN, Object.fromEntries(names.map((name) => [name, 'x'])), noFile);
  expect(Object.keys(given).toSorted()).toEqual(names.toSorted());
});
