import { createScheduledController, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { deleteAccount } from '../worker/support/accounts';
import { openDatabase } from '../../src/db/client';
import { AccountHub } from '../../src/hub/account-hub';
import worker from '../../src/index';
import { settleLeftBehind } from '../../src/services/accounts/settle-left-behind';
import { DAY_MS, HOUR_MS } from '../../src/shared/limits';
import { pass, stopClocks } from './support/clock';
import { fakeStripe } from './support/fake-stripe';
import { payingVenue } from './support/invariant';
import { Venue } from './support/venue';

stopClocks();

const everyHour = async () => {
  await worker.scheduled(createScheduledController({ scheduledTime: Date.now() }), env);
};

/** As if what the worker had told the hub had never arrived. */
const forget = (venue: Venue) =>
  runInDurableObject(venue.hub, async (_hub, { storage }) => {
    storage.sql.exec('DELETE FROM job');
    await storage.deleteAlarm();
  });

async function active(): Promise<Venue> {
  const venue = await payingVenue();
  await venue.settle();
  return venue;
}

test('whoever has nothing left behind is left alone', async () => {
  const venue = await active();
  await venue.count();
  await venue.settle();
  await everyHour();
  expect(await venue.jobDueAt()).toBe(Infinity);
});

test('an account whose sign-up did not reach the hub gets its subscription', async () => {
  const venue = await Venue.open();
  await forget(venue);
  await everyHour();
  await venue.settle();
  expect(await venue.subscriptions()).toMatchObject([{ status: 'trialing' }]);
});

test('a deletion that did not reach the hub is brought to its end: of an account, of an event', async () => {
  const [leaving, staying] = [await active(), await active()];
  const delivered = vi.spyOn(AccountHub.prototype, 'settle').mockResolvedValue();
  const told = vi.spyOn(AccountHub.prototype, 'deleteAccount').mockResolvedValue();
  await deleteAccount(leaving.client);
  await staying.client.call('DELETE', `/api/events/${staying.eventId}`);
  delivered.mockRestore();
  told.mockRestore();
  await everyHour();
  for (const venue of [leaving, staying]) await venue.settle();
  const { results } = await env.DB.prepare('SELECT owner_id, event_name, purged_at FROM events').all();
  expect(results).toEqual([{ owner_id: staying.userId, event_name: '', purged_at: Date.now() }]);
  expect(await env.DB.prepare('SELECT user_id FROM users').all()).toMatchObject({
    results: [{ user_id: staying.userId }],
  });
});

test('days that wait for nothing but to be sent are sent; those of a locked account wait on', async () => {
  const [paying, locked] = [await active(), await active()];
  for (const venue of [paying, locked]) {
    await venue.count();
    await forget(venue);
  }
  await fakeStripe.setStatus(z.parse(z.string(), (await locked.subscriptions())[0]?.id), 'unpaid');
  await env.DB.prepare("UPDATE users SET subscription_status = 'unpaid' WHERE user_id = ?").bind(locked.userId).run();
  await everyHour();
  await paying.settle();
  expect(await paying.days()).toMatchObject([{ settled_at: Date.now() }]);
  expect(await locked.jobDueAt()).toBe(Infinity);
});

test('a hub that waits to try again goes on waiting, and one that lost its alarm has it again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await fakeStripe.setDown(true);
  const venue = await Venue.open();
  await venue.settle();
  log.mockRestore();
  const dueAt = await venue.jobDueAt();
  expect(dueAt).toBeGreaterThan(Date.now());
  await evictDurableObject(venue.hub);
  await runInDurableObject(venue.hub, (_hub, { storage }) => storage.deleteAlarm());
  await everyHour();
  expect(await venue.jobDueAt()).toBe(dueAt);
  expect(await runInDurableObject(venue.hub, (_hub, { storage }) => storage.getAlarm())).toBe(dueAt);
});

/** Accounts that were deleted, one after the other. */
const tombstones = (count: number) =>
  env.DB.prepare(
    `INSERT INTO users (user_id, email, password_hash, subscription_status, trial_ends_at, created_at, deleted_at)
     WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ? - 1)
     SELECT 'user' || i, '', '', 'canceled', 0, i, 1 FROM n`,
  )
    .bind(count)
    .run();

/** The numbers of those that are asked in the hour; `fails` cannot be reached. */
async function askedIn(hour: number, fails?: number): Promise<number[]> {
  const asked: number[] = [];
  const hub = (userId: string) => ({
    settle: async () => {
      const number = Number(userId.slice(4));
      asked.push(number);
      if (number === fails) throw new Error('overloaded');
    },
  });
  await settleLeftBehind({ db: openDatabase(env.DB), isBillingOn: true, now: () => hour * HOUR_MS, hub });
  return asked;
}

const from = (first: number, length: number) => Array.from({ length }, (_, i) => first + i);

test('one that cannot be reached is logged, and keeps nobody else', async () => {
  await tombstones(30);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(await askedIn(1, 3)).toEqual(from(0, 30));
  expect(log.mock.calls.map(([line]) => z.parse(z.unknown(), JSON.parse(String(line))))).toMatchObject([
    { what: 'settle.left_behind', userId: 'user3' },
  ]);
  log.mockRestore();
});

test('of many, a hundred are asked at a time, the oldest first, and the next hour the next', async () => {
  await tombstones(250);
  expect([await askedIn(300), await askedIn(301), await askedIn(302), await askedIn(303)]).toEqual([
    from(0, 100),
    from(100, 100),
    from(200, 50),
    from(0, 100),
  ]);
});

test('with billing off only deletions are looked for', async () => {
  const venue = await active();
  await venue.count();
  await Venue.open();
  const asked: string[] = [];
  const rounds = {
    db: openDatabase(env.DB),
    isBillingOn: false,
    now: () => Date.now(),
    hub: (userId: string) => ({ settle: async () => void asked.push(userId) }),
  };
  await settleLeftBehind(rounds);
  expect(asked).toEqual([]);
  await env.DB.prepare('UPDATE events SET deleted_at = 1 WHERE owner_id = ?').bind(venue.userId).run();
  await settleLeftBehind(rounds);
  expect(asked).toEqual([venue.userId]);
});

test('the name of a deleted event goes when the period that shows it is over', async () => {
  const venue = await active();
  await venue.count();
  await venue.client.call('DELETE', `/api/events/${venue.eventId}`);
  await venue.settle();
  const name = () => env.DB.prepare('SELECT event_name FROM events').first('event_name');
  await everyHour();
  expect(await name()).toBe('Summer Fest');
  await pass(32 * DAY_MS);
  await env.DB.prepare('UPDATE activity_days SET settled_at = NULL').run();
  await everyHour();
  expect(await name()).toBe('Summer Fest');
  await env.DB.prepare('UPDATE activity_days SET settled_at = usage_at').run();
  await everyHour();
  expect(await name()).toBe('');
});
