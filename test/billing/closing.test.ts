import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { EventRoom } from '../../src/room/event-room';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { createEvent, deleteAccount } from '../worker/support/accounts';
import { markedDays } from '../worker/support/days';
import { pass } from './support/clock';
import { expectEachDayBilledOnce } from './support/invariant';
import { logged } from './support/logged';
import { fakeStripe } from './support/stripe';
import { DECLINED_LATER, Venue } from './support/venue';
import { deliver } from './support/webhooks';

/** Deletes the account and returns its customer id at Stripe. */
async function leave(venue: Venue): Promise<string> {
  const customer = await venue.customerId();
  expect(await deleteAccount(venue.client)).toMatchObject({ status: 200 });
  return customer;
}

/** Counts the rows of the account that are left. */
async function rowsLeft(): Promise<number> {
  const tables = ['users', 'events', 'areas', 'sessions', 'activity_days'];
  const counts = await Promise.all(
    tables.map((name) => env.DB.prepare(`SELECT count(*) AS n FROM ${name}`).first('n')),
  );
  return counts.reduce<number>((sum, n) => sum + Number(n), 0);
}

/** Expects that the deletion finishes within `hours` and leaves nothing in D1 or at Stripe. Returns what was billed. */
async function close(venue: Venue, customer: string, hours?: number) {
  await venue.finish(hours);
  expect((await fakeStripe.state()).customers).toEqual([{ id: customer, object: 'customer', deleted: true }]);
  expect(await rowsLeft()).toBe(0);
  expect(await venue.jobDueAt()).toBe(Infinity);
  return await fakeStripe.billed(customer);
}

const ONE_DAY = { days: 1, cents: 300, paidCents: 300 };

test('a deleted account gets a last bill for its unbilled days, and then none of its data is left', async () => {
  const venue = await Venue.counted();
  const customer = await leave(venue);
  expect((await venue.client.get('/api/users/me')).status).toBe(401);
  expect(await close(venue, customer)).toMatchObject(ONE_DAY);
  expect(await markedDays(venue.room)).toEqual([]);
  await deliver();
  expect(await rowsLeft()).toBe(0);
});

test('the last bill waits for a lagging meter, and a meter that counts nothing for a week is reported as wrong', async () => {
  await fakeStripe.settings({ meterLagMs: 100 * DAY_MS });
  const venue = await Venue.counted();
  await leave(venue);
  await venue.runBilling();
  for (const ms of [5 * MINUTE_MS, 6 * DAY_MS]) {
    await pass(ms);
    await venue.runBilling();
    expect((await fakeStripe.state()).subscriptions).toMatchObject([{ status: 'active' }]);
    expect(await rowsLeft()).toBeGreaterThan(0);
  }
  expect(logged()).toBe('[]');
  await pass(2 * DAY_MS);
  await venue.runBilling();
  expect(await rowsLeft()).toBe(0);
  expect(logged()).toContain('the meter has not counted all usage');
});

test('the last bill of an unpaid account that is deleted contains the days that still wait', async () => {
  const venue = await Venue.counted();
  await fakeStripe.setStatus(await venue.subscriptionId(), 'unpaid');
  await deliver();
  await venue.runBilling();
  expect(await venue.days()).toMatchObject([{ accepted_at: null }]);
  expect(await close(venue, await leave(venue))).toMatchObject({ days: 1, cents: 300 });
});

test.each([
  ['a moment', HOUR_MS, 1],
  ['more than a day', 2 * DAY_MS, 0],
])(
  'the deletion waits for a last bill that Stripe creates %s after the end, for a day at most',
  async (_what, lag, days) => {
    await fakeStripe.settings({ lastBillLagMs: lag });
    const venue = await Venue.counted();
    expect(await close(venue, await leave(venue), 30)).toMatchObject({ days });
  },
);

test('a last bill that cannot be paid blocks nothing', async () => {
  const venue = await Venue.counted(DECLINED_LATER);
  expect(await close(venue, await leave(venue))).toMatchObject({ days: 1, cents: 300, paidCents: 0 });
  expect(logged()).toContain('billing.last_invoice');
});

test('a room that cannot be erased holds back the last bill, because it may hold a day', async () => {
  const venue = await Venue.counted();
  const customer = await leave(venue);
  const erase = vi.spyOn(EventRoom.prototype, 'erase').mockResolvedValue({ ok: false, code: 'unavailable' });
  await venue.finish(1);
  expect(await fakeStripe.state()).toMatchObject({ meterEvents: [{}], subscriptions: [{ status: 'active' }] });
  erase.mockRestore();
  await pass(HOUR_MS);
  expect(await close(venue, customer)).toMatchObject(ONE_DAY);
});

test('rooms are erased at once while Stripe is down, and the last days are billed even after more than a week', async () => {
  const venue = await Venue.counted();
  await fakeStripe.setDown(true);
  await venue.deleteEvent();
  await venue.runBilling();
  await createEvent(venue, 'Other');
  const customer = await leave(venue);
  await venue.runBilling();
  expect(await markedDays(venue.room)).toEqual([]);
  const { results } = await env.DB.prepare('SELECT event_name, purged_at FROM events').all();
  const empty = { event_name: '', purged_at: Date.now() };
  expect(results).toEqual([empty, empty]);
  await pass(8 * DAY_MS);
  await evictDurableObject(venue.hub);
  await venue.runBilling();
  await fakeStripe.setDown(false);
  // Stripe is back, but one more call fails.
  await fakeStripe.fail({ type: 'status', status: 503, times: 1, path: '/meter_events' });
  expect(await close(venue, customer)).toMatchObject(ONE_DAY);
});

test.each(['/meter_events', '/subscriptions', '/finalize', '/pay', '/customers/cus'])(
  'a lost answer to %s causes no second bill',
  async (path) => {
    const venue = await Venue.counted();
    const customer = await leave(venue);
    await fakeStripe.fail({ type: 'drop-answer', times: 2, path });
    expect(await close(venue, customer)).toMatchObject(ONE_DAY);
  },
);

test('a deleted event erases its room, keeps its days and its name until they are billed, and does not touch other events', async () => {
  const venue = await Venue.counted();
  const other = await createEvent(venue, 'Other');
  const { eventId: unused } = await createEvent(venue, 'Unused');
  await fakeStripe.setDown(true);
  for (const eventId of [venue.eventId, unused]) await venue.deleteEvent(eventId);
  await venue.runBilling();
  expect(await markedDays(venue.room)).toEqual([]);
  const inD1 = async () => (await env.DB.prepare('SELECT event_id, event_name, purged_at FROM events').all()).results;
  const purgedAt = Date.now();
  const kept = (name: string) => [
    { event_id: venue.eventId, event_name: name, purged_at: purgedAt },
    { event_id: other.eventId, event_name: 'Other', purged_at: null },
    { event_id: unused, event_name: '', purged_at: purgedAt },
  ];
  expect(await inD1()).toEqual(expect.arrayContaining(kept('Summer Fest')));
  expect(await env.DB.prepare('SELECT count(*) AS n FROM areas').first('n')).toBe(0);
  const usage = await venue.client.get('/api/billing/usage');
  expect(usage.body).toMatchObject({
    amountCents: 300,
    events: [{ eventId: venue.eventId, eventName: 'Summer Fest' }],
  });
  await fakeStripe.setDown(false);
  await pass(HOUR_MS);
  await venue.runBilling();
  expect(await inD1()).toEqual(expect.arrayContaining(kept('Summer Fest')));
  await expectEachDayBilledOnce(venue);
  await venue.hub.runBilling(venue.userId);
  await venue.runBilling();
  expect(await inD1()).toEqual(expect.arrayContaining(kept('')));
});

test('a day that only the room of a deleted event knows is billed, too', async () => {
  const venue = await Venue.counted();
  // Simulates that D1 was out of reach until now.
  await env.DB.prepare('DELETE FROM activity_days').run();
  await runInDurableObject(venue.room, (_room, { storage }) => {
    storage.sql.exec('UPDATE days SET due_at = ?', Date.now() + HOUR_MS);
  });
  await venue.runBilling();
  expect(await venue.days()).toEqual([]);
  await venue.deleteEvent();
  await venue.runBilling();
  expect(await venue.days()).toMatchObject([{ accepted_at: Date.now() }]);
});
