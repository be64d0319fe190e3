import { createScheduledController, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { deleteAccount } from '../worker/support/accounts';
import { AccountHub } from '../../src/hub/account-hub';
import worker from '../../src/index';
import { SESSION_MS } from '../../src/services/sessions/limits';
import { DAY_MS, HOUR_MS } from '../../src/shared/durations';
import { pass } from './support/clock';
import { fakeStripe } from './support/stripe';
import { Venue } from './support/venue';

/** Runs the hourly job, which finds work that never reached a hub and deletes expired rows. */

const everyHour = async () => {
  await worker.scheduled(createScheduledController({ scheduledTime: Date.now() }), env);
};

/** Simulates that the message from the worker to the hub never arrived. */
const forget = (venue: Venue) =>
  runInDurableObject(venue.hub, async (_hub, { storage }) => {
    storage.sql.exec('DELETE FROM job');
    await storage.deleteAlarm();
  });

test('the hourly job completes a sign-up, an account deletion and an event deletion that did not reach the hub', async () => {
  const [leaving, staying, signedUp] = [await Venue.paying(), await Venue.paying(), await Venue.open()];
  await forget(signedUp);
  const delivered = vi.spyOn(AccountHub.prototype, 'runBilling').mockResolvedValue();
  const told = vi.spyOn(AccountHub.prototype, 'deleteAccount').mockResolvedValue();
  await deleteAccount(leaving.client);
  await staying.deleteEvent();
  delivered.mockRestore();
  told.mockRestore();
  await everyHour();
  for (const venue of [leaving, staying, signedUp]) await venue.runBilling();
  const events = env.DB.prepare('SELECT owner_id, event_name, purged_at FROM events WHERE event_id <> ?');
  const { results } = await events.bind(signedUp.eventId).all();
  expect(results).toEqual([{ owner_id: staying.userId, event_name: '', purged_at: Date.now() }]);
  const users = await env.DB.prepare('SELECT user_id FROM users ORDER BY created_at').all();
  expect(users.results).not.toContainEqual({ user_id: leaving.userId });
  expect(await signedUp.subscriptions()).toMatchObject([{ status: 'trialing' }]);
});

test('the hourly job sends days that were never sent and then leaves them alone; days of a locked account keep waiting', async () => {
  const [paying, locked] = [await Venue.counted(), await Venue.counted()];
  for (const venue of [paying, locked]) await forget(venue);
  await fakeStripe.setStatus(await locked.subscriptionId(), 'unpaid');
  await env.DB.prepare("UPDATE users SET subscription_status = 'unpaid' WHERE user_id = ?").bind(locked.userId).run();
  await everyHour();
  await paying.runBilling();
  expect(await paying.days()).toMatchObject([{ accepted_at: Date.now() }]);
  await everyHour();
  for (const venue of [paying, locked]) expect(await venue.jobDueAt()).toBe(Infinity);
});

test('the name of a deleted event is erased when the billing period that shows it is over', async () => {
  const venue = await Venue.counted();
  await venue.deleteEvent();
  await venue.runBilling();
  const name = () => env.DB.prepare('SELECT event_name FROM events').first('event_name');
  await everyHour();
  expect(await name()).toBe('Summer Fest');
  await pass(32 * DAY_MS);
  await env.DB.prepare('UPDATE activity_days SET accepted_at = NULL').run();
  await everyHour();
  expect(await name()).toBe('Summer Fest');
  await env.DB.prepare('UPDATE activity_days SET accepted_at = usage_at').run();
  await everyHour();
  expect(await name()).toBe('');
});

const rowsLeft = async () => {
  const kinds = ['sessions', 'password_resets', 'attempts', 'provider_events'];
  const counts = kinds.map((table) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<number>('n'));
  return await Promise.all(counts);
};

/** Inserts, for each kind, one row that is about to expire and one that is not. */
async function fill(userId: string): Promise<void> {
  const now = Date.now();
  await env.DB.exec('DELETE FROM attempts');
  for (const [id, from] of [
    ['old', now - 1],
    ['new', now + 1],
  ] as const) {
    await env.DB.batch([
      env.DB.prepare(
        'INSERT INTO sessions (token_hash, session_id, user_id, created_at, expires_at) VALUES (?1, ?1, ?2, 0, ?3)',
      ).bind(id, userId, from),
      env.DB.prepare('INSERT INTO password_resets VALUES (?, ?, ?)').bind(id, userId, from),
      // An hour is the longest window. Slices of a minute may begin before it.
      env.DB.prepare('INSERT INTO attempts VALUES (?, ?, 1)').bind(id, from - 2 * HOUR_MS * (id === 'old' ? 1 : 0)),
      env.DB.prepare('INSERT INTO provider_events VALUES (?, ?)').bind(id, from - 30 * DAY_MS),
    ]);
  }
}

test('the hourly job deletes expired rows and keeps the others', async () => {
  const { userId } = await Venue.open();
  await fill(userId);
  await everyHour();
  // The account's own session and the new rows.
  expect(await rowsLeft()).toEqual([2, 1, 1, 1]);
  vi.setSystemTime(Date.now() + SESSION_MS + HOUR_MS);
  await everyHour();
  expect(await rowsLeft()).toEqual([0, 0, 0, 0]);
});
