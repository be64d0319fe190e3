import { expect, test } from 'vitest';
import { serverLine } from '../../../scripts/server-line';

const TOKEN = '0a'.repeat(32);
const runtimeError = (error: string) => JSON.stringify({ level: 'error', what: 'runtime', error });

test.each([
  '{"level":"info","what":"request","route":"/api/events"}',
  'Mail to a@b.test\nYour link\n\nhttp://here/#abc',
])('what the product says is printed as it is: %j', (message) => {
  expect(serverLine({ level: 'info', message })).toBe(message);
});

test.each([
  ['GET /api/events/by-access-code/ABCD2346 200 OK', 'log'],
  ['Ready on http://localhost:8787', 'info'],
  ['stack: /home/a/workerd@3bd3cfb /home/a/workerd@3be3ce5', 'error'],
])('nothing is printed of what somebody else says: %j', (message, level) => {
  expect(serverLine({ level, message })).toBeNull();
});

test.each([
  [
    'e = workerd/util/sqlite.c++:1757: failed: SQLite failed; database or disk is full: SQLITE_FULL',
    'e = workerd/util/sqlite.c++:1757: failed: SQLite failed; database or disk is full: SQLITE_FULL',
  ],
  ['failed: url = http://localhost:8787/login?code=ABCD2346; why', 'failed: url = [address] why'],
  ['failed: "/api/events/by-access-code/ABCD2346"', 'failed: "[address]"'],
  [`failed for (/api/displays/${TOKEN}) and ${TOKEN} of a@b.test`, 'failed for ([address]) and [token] of [email]'],
])('a failure of the runtime is a line of its own, without secrets: %j', (message, error) => {
  expect(serverLine({ level: 'error', message })).toBe(runtimeError(error));
});
