import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serverLine } from '../../../scripts/server-line';
import { localBindings } from '../../../scripts/variables';

const folder = mkdtempSync(join(tmpdir(), 'headroom-vars-'));
const file = join(folder, '.dev.vars');
writeFileSync(file, 'STRIPE_SECRET_KEY="sk_test_file"\nSTRIPE_PUBLISHABLE_KEY=pk_test_file\nHOME=/nowhere\n');
afterAll(() => rmSync(folder, { recursive: true }));

const ORIGIN = 'http://localhost:8787';
const bindings = (environment: Record<string, string>, from = join(folder, 'none')) =>
  localBindings(ORIGIN, environment, from);
const plain = (value: string) => ({ type: 'plain_text', value });
const secret = (value: string) => ({ type: 'secret_text', value });
/** What is set where nobody sets anything. */
const unset = { PUBLIC_ORIGIN: plain(ORIGIN), MAIL_TO_CONSOLE: plain('true') };

test('the file sets the worker’s variables and no other, and the environment comes before it', () => {
  const [key, published] = [secret('sk_test_file'), plain('pk_test_file')];
  expect(bindings({}, file)).toEqual({ ...unset, STRIPE_SECRET_KEY: key, STRIPE_PUBLISHABLE_KEY: published });
  // With nothing in it the environment takes the file's away.
  const environment = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: 'pk_test_env', PATH: '/bin' };
  expect(bindings(environment, file)).toEqual({ ...unset, STRIPE_PUBLISHABLE_KEY: plain('pk_test_env') });
});

test('every variable of the worker is handed on, none that it does not know', () => {
  const source = readFileSync('src/env.ts', 'utf8');
  const body = source.slice(source.indexOf('export interface Env {'), source.indexOf('\n}\n'));
  const names = [...body.matchAll(/^ {2}([A-Z_]+)\??: string;$/gm)].map(([, name]) => name ?? '');
  expect(names.length).toBeGreaterThan(10);
  const given = bindings(Object.fromEntries(names.map((name) => [name, 'x'])));
  expect(Object.keys(given).toSorted()).toEqual(names.toSorted());
});

const FULL = 'e = workerd/util/sqlite.c++:1757: failed: SQLite failed; database or disk is full: SQLITE_FULL';
const TOKEN = '0a'.repeat(32);
test.each([
  [FULL, FULL],
  ['failed: url = http://localhost:8787/login?code=ABCD2346; why', 'failed: url = [address] why'],
  ['failed: "/api/events/by-access-code/ABCD2346"', 'failed: "[address]"'],
  [`failed for (/api/displays/${TOKEN}) and ${TOKEN} of a@b.test`, 'failed for ([address]) and [token] of [email]'],
])('a failure of the runtime is a line of its own, without secrets: %j', (message, error) => {
  expect(serverLine({ level: 'error', message })).toBe(JSON.stringify({ level: 'error', what: 'runtime', error }));
  // Nothing is said of calls, whose addresses hold codes.
  expect(serverLine({ level: 'log', message: 'GET /api/events/by-access-code/ABCD2346 200 OK' })).toBeNull();
});
