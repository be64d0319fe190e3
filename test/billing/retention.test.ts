import { createScheduledController } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import worker from '../../src/index';
import { DAY_MS, HOUR_MS, SESSION_MS } from '../../src/shared/limits';
import { openAccount } from './support/account';
import { stopClocks } from './support/clock';

stopClocks();

const everyHour = () => worker.scheduled(createScheduledController({ scheduledTime: Date.now() }), env);

const KINDS = ['sessions', 'password_resets', 'attempts', 'provider_events'] as const;

const left = async () =>
  Object.fromEntries(
    await Promise.all(
      KINDS.map(async (table) => {
        const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all();
        return [table, results.length] as const;
      }),
    ),
  );

/** One row of each that is about to go at `at`, and one that is not. */
async function fill(userId: string, at: number): Promise<void> {
  for (const [id, from] of [
    ['old', at - 1],
    ['new', at + 1],
  ] as const) {
    await env.DB.batch([
      env.DB.prepare(
        'INSERT INTO sessions (token_hash, session_id, user_id, created_at, expires_at) VALUES (?1, ?1, ?2, 0, ?3)',
      ).bind(id, userId, from),
      env.DB.prepare('INSERT INTO password_resets VALUES (?, ?, ?)').bind(id, userId, from),
      // An hour is the longest window; slices of a minute may begin before it.
      env.DB.prepare('INSERT INTO attempts VALUES (?, ?, 1)').bind(id, from - 2 * HOUR_MS * (id === 'old' ? 1 : 0)),
      env.DB.prepare('INSERT INTO provider_events VALUES (?, ?)').bind(id, from - 30 * DAY_MS),
    ]);
  }
}

test('each hour what has expired goes, and what has not stays', async () => {
  const { userId } = await openAccount();
  await fill(userId, Date.now());
  await everyHour();
  // The account's own session, and the new ones.
  expect(await left()).toEqual({ sessions: 2, password_resets: 1, attempts: 1, provider_events: 1 });
  vi.setSystemTime(Date.now() + SESSION_MS + HOUR_MS);
  await everyHour();
  expect(await left()).toEqual({ sessions: 0, password_resets: 0, attempts: 0, provider_events: 0 });
});

test('accounts are looked after also while the database refuses to forget', async () => {
  const { userId } = await openAccount();
  await env.DB.exec("CREATE TRIGGER keep BEFORE DELETE ON provider_events BEGIN SELECT RAISE(ABORT, 'kept'); END");
  await fill(userId, Date.now());
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await everyHour();
  expect(log.mock.calls.map(([line]) => String(line)).join()).toContain('retention');
  vi.restoreAllMocks();
  await env.DB.exec('DROP TRIGGER keep');
  await everyHour();
  expect(await left()).toMatchObject({ provider_events: 1, password_resets: 1 });
});
