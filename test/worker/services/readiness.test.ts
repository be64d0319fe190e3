import { env } from 'cloudflare:workers';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import type { Env } from '../../../src/env';
import { stopClock } from '../../support/clock';
import { unreachableObjects } from '../support/broken';
import { getMonitor } from '../../../src/rpc/objects';
import { MINUTE_MS } from '../../../src/shared/durations';
import { startWorker } from '../support/readiness';

let log: MockInstance<typeof console.error>;

beforeEach(() => {
  // Each test gets a new worker, without the measurements of the one before.
  vi.resetModules();
  stopClock();
  log = vi.spyOn(console, 'error').mockReturnValue();
});

const withoutDatabase = (): Partial<Env> => ({
  ...env,
  DB: new Proxy(env.DB, {
    get: () => () => {
      throw new Error('D1_ERROR: no answer');
    },
  }),
});

test('readiness answers 200 with each part when all are healthy, and 503 without the cause when rooms or the database fail', async () => {
  const ask = await startWorker();
  const ms = expect.any(Number);
  expect(await ask()).toEqual({
    status: 200,
    ok: true,
    version: expect.any(String),
    degraded: [],
    checks: {
      database: { ok: true, ms },
      rooms: { ok: true, ms, refusing: 0 },
      usage: { ok: true, ms, waiting: 0, oldestS: 0 },
      billing: { ok: true, ms, isOn: false },
      mail: { ok: true, ms, isOn: false },
      crons: { ok: true, ms },
    },
  });
  expect(log).not.toHaveBeenCalled();

  vi.setSystemTime(Date.now() + 5_000);
  const answer = await ask(unreachableObjects());
  expect(answer).toMatchObject({ status: 503, ok: false, degraded: ['rooms'] });
  expect(answer.checks.rooms).toMatchObject({
    ok: false,
    error: 'unreachable',
    message: expect.stringContaining('all events'),
  });
  expect(answer.checks.database.ok).toBe(true);
  expect(log.mock.calls.map(([line]) => JSON.parse(String(line)).what)).toEqual(['readiness.rooms']);

  vi.setSystemTime(Date.now() + 5_000);
  const { status, checks } = await ask(withoutDatabase());
  expect(status).toBe(503);
  expect(checks.database).toMatchObject({
    ok: false,
    error: 'unreachable',
    message: expect.stringContaining('Logging in'),
  });
  expect(checks.rooms.ok).toBe(true);
});

test.each([
  ['the table users', 'ALTER TABLE users RENAME TO gone', 'ALTER TABLE gone RENAME TO users'],
  ['the table sessions', 'ALTER TABLE sessions RENAME TO gone', 'ALTER TABLE gone RENAME TO sessions'],
  ['a column', 'ALTER TABLE areas RENAME COLUMN capacity TO gone', 'ALTER TABLE areas RENAME COLUMN gone TO capacity'],
])('readiness answers 503 if %s is not there', async (_what, breaks, mends) => {
  const ask = await startWorker();
  await env.DB.exec(breaks);
  try {
    expect(await ask()).toMatchObject({ status: 503, checks: { database: { ok: false, error: 'broken' } } });
  } finally {
    await env.DB.exec(mends);
  }
});

test('one measurement answers all calls for five seconds and no longer', async () => {
  const ask = await startWorker();
  const calls: string[] = [];
  const first = await Promise.all(Array.from({ length: 50 }, () => ask(unreachableObjects(calls))));
  expect(new Set(first.map(({ status, checks }) => `${status} ${checks.rooms.error}`))).toEqual(
    new Set(['503 unreachable']),
  );
  expect(calls).toEqual(['ping']);
  vi.setSystemTime(Date.now() + 4_999);
  expect((await ask()).ok).toBe(false);
  vi.setSystemTime(Date.now() + 1);
  const meanwhile = await Promise.all(Array.from({ length: 10 }, () => ask()));
  expect(
    meanwhile.map(({ ok }) => ok),
    'who asks while it is measured',
  ).toEqual([true, ...Array(9).fill(false)]);
  expect((await ask()).ok).toBe(true);
  // The clock is set back.
  vi.setSystemTime(Date.now() - 60_000);
  expect((await ask(unreachableObjects(calls))).ok).toBe(false);
});

test('crons that are more than three minutes late are told in readiness, and do not change its status', async () => {
  const ask = await startWorker();
  await ask();
  vi.setSystemTime(Date.now() + 4 * MINUTE_MS);
  expect((await ask()).degraded).toEqual([]);
  vi.setSystemTime(Date.now() + 10_001);
  const late = await ask();
  expect(late).toMatchObject({ status: 200, ok: true, degraded: ['crons'] });
  expect(late.checks.crons).toMatchObject({ ok: false, error: 'late', message: expect.stringContaining('backups') });
  await getMonitor(env).check(late);
  vi.setSystemTime(Date.now() + 10_001);
  expect((await ask()).checks.crons).toMatchObject({ ok: true });
});
