import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { logError } from '../../../src/observability/log';

let log: MockInstance<typeof console.error>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockReturnValue();
});

const line = (): string => String(log.mock.calls[0]?.[0]);

test('a failed query is logged without its values', () => {
  const cause = new Error('D1_ERROR: no such table');
  logError(
    'sign up',
    new Error('Failed query: insert into "users" values (?, ?)\nparams: a@b.test,\nhash', { cause }),
    {
      requestId: 'r1',
    },
  );
  expect(log).toHaveBeenCalledTimes(1);
  expect(JSON.parse(line())).toMatchObject({
    level: 'error',
    what: 'sign up',
    requestId: 'r1',
    error: 'Error: Failed query: insert into "users" values (?, ?)',
    cause: 'D1_ERROR: no such table',
    stack: expect.stringContaining('log.test.ts'),
  });
  expect(line()).not.toMatch(/a@b\.test|hash/);
});

test('every log entry is one line, and logged values cannot add lines', () => {
  logError('x\n{"level":"info"}', new Error('a\r\nb\u2028c'), { route: 'd\ne' });
  expect(line()).not.toMatch(/[\r\n]/);
  expect(JSON.parse(line())).toMatchObject({ level: 'error', error: 'Error: a\r\nb\u2028c', route: 'd\ne' });
});
