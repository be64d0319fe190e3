import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { EventRoom } from '../../src/room/event-room';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/limits';
import { createEvent, deleteAccount } from '../worker/support/accounts';
import { markedDays } from '../worker/support/days';
import { pass, stopClocks } from './support/clock';
import { fakeStripe } from './support/fake-stripe';
import { endPeriod, expectEachDayBilledOnce, payingVenue } from './support/invariant';
import { DECLINED_LATER, Venue, VISA } from './support/venue';
import { deliver } from './support/webhooks';

stopClocks();

/** A venue in its first month, with a day that costs something. */
async function counted(number = VISA): Promise<Venue> {
  const venue = await payingVenue(number);
  await pass(DAY_MS);
  await venue.count();
  return venue;
}

const remove = async (venue: Venue) => {
  expect(await deleteAccount(venue.client)).toMatchObject({ status: 200 });
};

/** Rows of the account that are left. */
async function rowsLeft(): Promise<number> {
  const tables = ['users', 'events', 'areas', 'sessions', 'activity_days'];
  const counts = await Promise.all(
    tables.map((name) => env.DB.prepare(`SELECT count(*) AS n FROM ${name}`).first('n')),
  );
  return counts.reduce<number>((sum, n) => sum + Number(n), 0);
}

/** Runs the hub until it has nothing to do any more, for at most `hours`. */
async function finish(venue: Venue, hours = 3): Promise<void> {
  for (const until = Date.now() + hours * HOUR_MS; ;) {
    await venue.settle();
    const dueAt = await venue.jobDueAt();
    if (dueAt > until) return;
    await pass(Math.max(0, dueAt - Date.now()));
  }
}

const isGone = async (customerId: string) =>
  (await fakeStripe.state()).customers.some((customer) => customer.id === customerId && customer.deleted === true);

test('a deleted account gets a last bill with what was not billed yet; then nothing is left of it', async () => {
  const venue = await counted();
  const customer = await venue.customerId();
  await remove(venue);
  expect((await venue.client.get('/api/users/me')).status).toBe(401);
  await finish(venue);
  expect(await fakeStripe.billed(customer)).toEqual({ days: 1, cents: 300, paidCents: 300 });
  expect(await isGone(customer)).toBe(true);
  expect(await rowsLeft()).toBe(0);
  expect(await markedDays(venue.room)).toEqual([]);
  expect(await venue.jobDueAt()).toBe(Infinity);
  await deliver();
  expect(await rowsLeft()).toBe(0);
});

test('the last bill waits until the meter has counted everything', async () => {
  await fakeStripe.settings({ meterLagMs: 30 * MINUTE_MS });
  const venue = await counted();
  const customer = await venue.customerId();
  await remove(venue);
  await venue.settle();
  await pass(5 * MINUTE_MS);
  await venue.settle();
  expect(await venue.subscriptions()).toMatchObject([{ status: 'active' }]);
  await finish(venue);
  expect(await fakeStripe.billed(customer)).toMatchObject({ days: 1, paidCents: 300 });
  expect(await rowsLeft()).toBe(0);
});

test('a meter that never counts is waited for a week, and then said to be wrong', async () => {
  await fakeStripe.settings({ meterLagMs: 100 * DAY_MS });
  const venue = await counted();
  await remove(venue);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await venue.settle();
  await pass(6 * DAY_MS);
  await venue.settle();
  expect(await rowsLeft()).toBeGreaterThan(0);
  expect(log).not.toHaveBeenCalled();
  await pass(2 * DAY_MS);
  await venue.settle();
  expect(await rowsLeft()).toBe(0);
  expect(JSON.stringify(log.mock.calls)).toContain('the meter has not counted all usage');
  log.mockRestore();
});

test('a deletion that first succeeds after more than a week still bills its last days', async () => {
  const venue = await counted();
  const customer = await venue.customerId();
  await fakeStripe.setDown(true);
  await remove(venue);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await venue.settle();
  await pass(8 * DAY_MS);
  await fakeStripe.setDown(false);
  // Stripe is there again, and stumbles once more.
  await fakeStripe.fail({ type: 'status', status: 503, times: 1, path: '/meter_events' });
  await finish(venue);
  log.mockRestore();
  expect(await fakeStripe.billed(customer)).toEqual({ days: 1, cents: 300, paidCents: 300 });
  expect(await rowsLeft()).toBe(0);
});

test('days that are many are sent one after the other, without a pause', async () => {
  const venue = await counted();
  const customer = await venue.customerId();
  await venue.settle();
  const row = `INSERT INTO activity_days (event_id, day, owner_id, counted_at, billable_at)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 110)
    SELECT 'event' || i, '2040-01-10', ?1, ?2, ?2 FROM n`;
  await env.DB.prepare(row).bind(venue.userId, Date.now()).run();
  await remove(venue);
  await runDurableObjectAlarm(venue.hub);
  expect((await venue.days()).filter((day) => day.settled_at === null)).toHaveLength(10);
  expect(await venue.jobDueAt()).toBe(Date.now());
  await finish(venue);
  expect(await fakeStripe.billed(customer)).toMatchObject({ days: 111 });
});

test('what still waits when an account that does not pay is deleted is on its last bill', async () => {
  const venue = await counted();
  const customer = await venue.customerId();
  await fakeStripe.setStatus((await venue.subscriptions())[0]?.id ?? '', 'unpaid');
  await deliver();
  await venue.settle();
  expect(await venue.days()).toMatchObject([{ settled_at: null }]);
  await remove(venue);
  await finish(venue);
  expect(await fakeStripe.billed(customer)).toMatchObject({ days: 1, cents: 300 });
  expect(await rowsLeft()).toBe(0);
});

test.each([
  ['a moment', HOUR_MS, 1],
  ['more than a day', 2 * DAY_MS, 0],
])(
  'a last bill that Stripe makes %s after the end is waited for, for a day at most',
  async (_what, lastBillLagMs, days) => {
    await fakeStripe.settings({ lastBillLagMs });
    const venue = await counted();
    const customer = await venue.customerId();
    await remove(venue);
    await finish(venue, 30);
    expect(await fakeStripe.billed(customer)).toMatchObject({ days });
    expect(await isGone(customer)).toBe(true);
    expect(await rowsLeft()).toBe(0);
  },
);

test('a last bill that cannot be paid blocks nothing', async () => {
  const venue = await counted(DECLINED_LATER);
  const customer = await venue.customerId();
  await remove(venue);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await finish(venue);
  expect(JSON.stringify(log.mock.calls)).toContain('billing.last_invoice');
  log.mockRestore();
  expect(await fakeStripe.billed(customer)).toEqual({ days: 1, cents: 300, paidCents: 0 });
  expect(await isGone(customer)).toBe(true);
  expect(await rowsLeft()).toBe(0);
});

test('a room that cannot be emptied holds back the last bill: it may hold a day', async () => {
  const venue = await counted();
  const customer = await venue.customerId();
  await remove(venue);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const erase = vi.spyOn(EventRoom.prototype, 'erase').mockResolvedValue({ ok: false, code: 'unavailable' });
  await finish(venue, 1);
  expect(await fakeStripe.state()).toMatchObject({ meterEvents: [{}], subscriptions: [{ status: 'active' }] });
  erase.mockRestore();
  log.mockRestore();
  await pass(HOUR_MS);
  await finish(venue);
  expect(await fakeStripe.billed(customer)).toMatchObject({ days: 1, paidCents: 300 });
  expect(await rowsLeft()).toBe(0);
});

test('Stripe being down keeps nothing from the people: rooms are emptied at once, and the bill comes later', async () => {
  const venue = await counted();
  const customer = await venue.customerId();
  await fakeStripe.setDown(true);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await venue.client.call('DELETE', `/api/events/${venue.eventId}`);
  await venue.settle();
  await createEvent({ client: venue.client, email: venue.email }, 'Other');
  await remove(venue);
  await venue.settle();
  expect(await markedDays(venue.room)).toEqual([]);
  const { results } = await env.DB.prepare('SELECT event_name, purged_at FROM events').all();
  const empty = { event_name: '', purged_at: Date.now() };
  expect(results).toEqual([empty, empty]);
  await pass(3 * DAY_MS);
  await evictDurableObject(venue.hub);
  await venue.settle();
  log.mockRestore();
  await fakeStripe.setDown(false);
  await finish(venue);
  expect(await fakeStripe.billed(customer)).toMatchObject({ days: 1, paidCents: 300 });
  expect(await rowsLeft()).toBe(0);
});

test.each(['/meter_events', '/subscriptions', '/finalize', '/pay', '/customers/cus'])(
  'an answer to %s that is lost makes no second bill',
  async (path) => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const venue = await counted();
    const customer = await venue.customerId();
    await remove(venue);
    await fakeStripe.fail({ type: 'drop-answer', times: 2, path });
    await finish(venue);
    log.mockRestore();
    expect(await fakeStripe.billed(customer)).toEqual({ days: 1, cents: 300, paidCents: 300 });
    expect(await isGone(customer)).toBe(true);
    expect(await rowsLeft()).toBe(0);
  },
);

test('an account that is deleted before Stripe was heard of leaves no customer behind', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await fakeStripe.fail({ type: 'drop-answer', times: 1, path: '/customers', method: 'POST' });
  const venue = await Venue.open();
  await venue.settle();
  log.mockRestore();
  await remove(venue);
  await finish(venue);
  const { customers } = await fakeStripe.state();
  expect(customers).toMatchObject([{ deleted: true }]);
  expect(await rowsLeft()).toBe(0);
});

test('in the trial there is nothing to pay, and nothing is', async () => {
  const venue = await Venue.open();
  await venue.settle();
  await venue.saveCard();
  await venue.count();
  const customer = await venue.customerId();
  await remove(venue);
  await finish(venue);
  expect(await fakeStripe.billed(customer)).toMatchObject({ days: 0, cents: 0 });
  expect(await isGone(customer)).toBe(true);
  expect(await rowsLeft()).toBe(0);
});

test('a deleted event empties its room, keeps its days, and leaves the others alone', async () => {
  const venue = await counted();
  const other = await createEvent({ client: venue.client, email: venue.email }, 'Other');
  await venue.client.call('DELETE', `/api/events/${venue.eventId}`);
  await venue.settle();
  expect(await markedDays(venue.room)).toEqual([]);
  const { results } = await env.DB.prepare('SELECT event_id, purged_at FROM events ORDER BY created_at, rowid').all();
  expect(results).toEqual([
    { event_id: venue.eventId, purged_at: Date.now() },
    { event_id: other.eventId, purged_at: null },
  ]);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM areas').first('n')).toBe(0);
  const usage = await venue.client.get('/api/billing/usage');
  expect(usage.body).toMatchObject({
    amountCents: 300,
    events: [{ eventId: venue.eventId, eventName: 'Summer Fest' }],
  });
  await expectEachDayBilledOnce(venue);
});

test('a deleted event is nameless once its days are billed', async () => {
  const venue = await counted();
  const unused = await createEvent({ client: venue.client, email: venue.email }, 'Unused');
  const nameOf = (eventId: string) =>
    env.DB.prepare('SELECT event_name FROM events WHERE event_id = ?').bind(eventId).first('event_name');
  await fakeStripe.setDown(true);
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await venue.client.call('DELETE', `/api/events/${venue.eventId}`);
  await venue.client.call('DELETE', `/api/events/${unused.eventId}`);
  await venue.settle();
  log.mockRestore();
  expect([await nameOf(venue.eventId), await nameOf(unused.eventId)]).toEqual(['Summer Fest', '']);
  await fakeStripe.setDown(false);
  await pass(HOUR_MS);
  await venue.settle();
  expect(await nameOf(venue.eventId)).toBe('Summer Fest');
  await endPeriod(venue);
  await venue.hub.settle(venue.userId);
  await venue.settle();
  expect(await nameOf(venue.eventId)).toBe('');
});

test('a day that only the room of a deleted event knows is billed, too', async () => {
  const venue = await counted();
  // As if D1 had been out of reach until now.
  await env.DB.prepare('DELETE FROM activity_days').run();
  await runInDurableObject(venue.room, (_room, { storage }) => {
    storage.sql.exec('UPDATE days SET due_at = ?', Date.now() + HOUR_MS);
  });
  await venue.settle();
  expect(await venue.days()).toEqual([]);
  await venue.client.call('DELETE', `/api/events/${venue.eventId}`);
  await venue.settle();
  expect(await venue.days()).toMatchObject([{ settled_at: Date.now() }]);
});

test('a deletion that did not reach the hub does when Stripe has something to say', async () => {
  const venue = await counted();
  await venue.settle();
  await env.DB.prepare('UPDATE users SET deleted_at = ?').bind(Date.now()).run();
  await env.DB.prepare('UPDATE events SET deleted_at = ?').bind(Date.now()).run();
  expect(await venue.jobDueAt()).toBe(Infinity);
  await fakeStripe.setStatus((await venue.subscriptions())[0]?.id ?? '', 'past_due');
  await deliver();
  await finish(venue);
  expect(await rowsLeft()).toBe(0);
});
