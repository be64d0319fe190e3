import { expect, test } from 'vitest';
import { serverLine } from '../../../scripts/local/server-line';
import { localBindings, undecidedSignUp } from '../../../scripts/variables';
import { SETTINGS } from '../../../src/shared/settings';

test('every variable of the worker is passed on but the one that the server sets itself, and no unknown variable', () => {
  const names = Object.keys(SETTINGS);
  const environment = Object.fromEntries([...names, 'PATH'].map((name) => [name, 'x']));
  const given = localBindings('http://localhost:8787', environment, 'no/.dev.vars');
  const own = names.filter((name) => name !== 'TRUSTED_PROXY');
  expect(Object.keys(given).toSorted()).toEqual(own.toSorted());
});

test.each([
  ['localhost', {}, false],
  ['127.0.0.1', {}, false],
  ['::1', {}, false],
  ['0.0.0.0', {}, true],
  ['192.0.2.1', { SIGN_UP: '' }, true],
  ['192.0.2.1', { SIGN_UP: 'open' }, false],
  ['localhost', { TRUSTED_PROXY: 'forwarded' }, true],
])('a server at %s with %j says that nobody has decided who may sign up: %s', (host, given, isSaid) => {
  expect(undecidedSignUp(host, given) !== null).toBe(isSaid);
});

test.each([
  [{}, 'true'],
  [{ HOST: '127.0.0.1' }, 'true'],
  [{ HOST: '0.0.0.0' }, undefined],
  [{ TRUSTED_PROXY: 'forwarded' }, undefined],
  [{ HOST: '0.0.0.0', MAIL_TO_CONSOLE: 'true' }, 'true'],
  [{ MAIL_API_KEY: 'key' }, undefined],
])('with %j mails are printed: %s', (environment, printed) => {
  expect(localBindings('http://localhost:8787', environment, 'no/.dev.vars')['MAIL_TO_CONSOLE']?.value).toBe(printed);
});

const FULL = 'e = workerd/util/sqlite.c++:1757: failed: SQLite failed; database or disk is full: SQLITE_FULL';
const TOKEN = '0a'.repeat(32);
test.each([
  [FULL, FULL],
  ['failed: url = http://localhost:8787/login?code=ABCD2346; why', 'failed: url = [address] why'],
  ['failed: "/api/events/by-access-code/ABCD2346"', 'failed: "[address]"'],
  [`failed for (/api/displays/${TOKEN}) and ${TOKEN} of a@b.test`, 'failed for ([address]) and [token] of [email]'],
])('a failure of the runtime is logged as a line of its own, without secrets: %j', (message, error) => {
  expect(serverLine({ level: 'error', message })).toBe(JSON.stringify({ level: 'error', what: 'runtime', error }));
  // Calls are not logged, because their addresses contain codes.
  expect(serverLine({ level: 'log', message: 'GET /api/events/by-access-code/ABCD2346 200 OK' })).toBeNull();
});
