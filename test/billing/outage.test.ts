import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, TRIAL_MS } from '../../src/shared/limits';
import type { Fault } from '../support/stripe/control-types';
import { pass, stopClocks } from './support/clock';
import { fakeStripe } from './support/fake-stripe';
import { expectEachDayBilledOnce, payingVenue } from './support/invariant';
import { Venue } from './support/venue';
import { deliver } from './support/webhooks';

stopClocks();

// Each failure is logged; what is logged is another test's business.
let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  log.mockRestore();
});

/** A venue with a card, in its first month. */
async function active(): Promise<Venue> {
  const venue = await payingVenue();
  expect(await venue.status()).toBe('active');
  return venue;
}

/** Until the hub has tried again what failed. */
async function retry(venue: Venue): Promise<void> {
  const dueAt = await venue.jobDueAt();
  expect(dueAt).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  await pass(Math.max(0, dueAt - Date.now()));
  await venue.settle();
}

const sent = async () => (await fakeStripe.state()).meterEvents.map(({ identifier }) => identifier);

test('an account works on its local trial while Stripe is down, and is completed once, after a restart, too', async () => {
  await fakeStripe.setDown(true);
  const venue = await Venue.open();
  await venue.settle();
  expect(await venue.status()).toBe('trialing');
  expect(await venue.count()).toBe(true);
  expect(await venue.openSetup()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await venue.settle();
  expect(await venue.jobDueAt()).toBeGreaterThan(Date.now());

  await pass(2 * DAY_MS);
  await evictDurableObject(venue.hub);
  await fakeStripe.setDown(false);
  await venue.settle();
  await venue.settle();
  const trialEnd = Math.floor(venue.trialEndsAt / 1000);
  expect(await venue.subscriptions()).toMatchObject([{ status: 'trialing', trial_end: trialEnd }]);
  expect(await venue.jobDueAt()).toBe(Infinity);
});

test.each([
  { type: 'drop-answer', times: 2, path: '/customers', method: 'POST' },
  { type: 'drop-answer', times: 2, path: '/subscriptions', method: 'POST' },
  { type: 'status', status: 429, times: 3 },
] satisfies Fault[])('a sign-up of which Stripe says %o comes to one customer and one trial', async (fault) => {
  await fakeStripe.fail(fault);
  const venue = await Venue.open();
  await venue.settle();
  await retry(venue);
  for (let tries = 0; tries < 4 && (await venue.jobDueAt()) !== Infinity; tries += 1) await retry(venue);
  const { customers } = await fakeStripe.state();
  expect(customers).toHaveLength(1);
  expect(await venue.subscriptions()).toMatchObject([{ status: 'trialing' }]);
});

test('a customer whose creation was never heard of is found again when Stripe has forgotten the attempt', async () => {
  await fakeStripe.fail({ type: 'drop-answer', times: 2, path: '/customers', method: 'POST' });
  const venue = await Venue.open();
  await venue.settle();
  await pass(2 * DAY_MS);
  await venue.settle();
  expect((await fakeStripe.state()).customers).toHaveLength(1);
  expect(await venue.subscriptions()).toHaveLength(1);
});

/** The end of the seventh day from now on. */
const graceEnd = () => Math.ceil((Date.now() + TRIAL_MS) / DAY_MS) * DAY_MS;

test.each([TRIAL_MS + DAY_MS, TRIAL_MS - 2 * DAY_MS])(
  'of an account Stripe hears %i ms after its sign-up: without a card it gets a grace, and is never active by itself',
  async (ms) => {
    await fakeStripe.setDown(true);
    const venue = await Venue.open();
    await venue.settle();
    await pass(ms);
    expect(await venue.count()).toBe(true);
    await fakeStripe.setDown(false);
    // The answer to the first attempt is lost, and the next is made hours later.
    await fakeStripe.fail({ type: 'drop-answer', times: 1, path: '/subscriptions', method: 'POST' });
    const endsAt = graceEnd();
    await venue.settle();
    await pass(4 * HOUR_MS);
    await venue.settle();
    expect(await venue.status()).toBe('trialing');
    expect(await venue.subscriptions()).toMatchObject([
      {
        status: 'trialing',
        trial_end: endsAt / 1000,
        trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      },
    ]);
    expect(await venue.account()).toMatchObject({ trial_ends_at: endsAt });
    await pass(DAY_MS);
    expect(await venue.count()).toBe(true);

    await pass(endsAt - Date.now());
    await deliver();
    expect(await venue.status()).toBe('canceled');
    expect(await venue.count()).toBe(false);
    expect(await venue.saveCard()).toMatchObject({ status: 200 });
    expect(await venue.status()).toBe('active');
    // What was counted before Stripe heard of it is not free; in the grace it is.
    expect([venue.costly.size, venue.free.size]).toEqual(ms > TRIAL_MS ? [1, 1] : [0, 2]);
    await expectEachDayBilledOnce(venue);
  },
);

test('a trial that ran out while Stripe was down is not given again to whoever has a card', async () => {
  await fakeStripe.setDown(true);
  const venue = await Venue.open();
  await venue.settle();
  await pass(TRIAL_MS + DAY_MS);
  expect(await venue.count()).toBe(true);
  await fakeStripe.setDown(false);
  // The card is saved, and its subscription begins only with the next attempt.
  await fakeStripe.fail({ type: 'drop', times: 2, path: '/subscriptions', method: 'POST' });
  expect(await venue.saveCard()).toMatchObject({ status: 503 });
  await retry(venue);
  expect(await venue.subscriptions()).toMatchObject([{ status: 'active', trial_end: null }]);
  await expectEachDayBilledOnce(venue);
});

test('an account whose sign-up never reached its hub comes up with its first counted day', async () => {
  const venue = await Venue.open();
  await runInDurableObject(venue.hub, (_hub, { storage }) => storage.sql.exec('DELETE FROM job').toArray());
  expect(await venue.count()).toBe(true);
  await venue.settle();
  const trialEnd = Math.floor(venue.trialEndsAt / 1000);
  expect(await venue.subscriptions()).toMatchObject([{ status: 'trialing', trial_end: trialEnd }]);
});

test('a revived account counts on while the clock here is behind that of Stripe', async () => {
  const venue = await Venue.open();
  await venue.settle();
  await pass(venue.trialEndsAt - Date.now() + 1_000);
  expect(await venue.count()).toBe(true);
  await deliver();
  expect(await venue.status()).toBe('canceled');
  await fakeStripe.moveTo(Date.now() + 3_000);
  await venue.saveCard();
  await venue.settle();
  expect(await venue.days()).toMatchObject([{ settled_at: Date.now() }]);
  await pass(MINUTE_MS);
  await expectEachDayBilledOnce(venue);
});

test('Stripe down for two days around what is counted: each day is billed, once', async () => {
  const venue = await active();
  await pass(5 * DAY_MS);
  await fakeStripe.setDown(true);
  for (let day = 0; day < 3; day += 1) {
    expect(await venue.count()).toBe(true);
    await venue.settle();
    await pass(DAY_MS);
    await venue.settle();
  }
  expect(await sent()).toEqual([]);
  await fakeStripe.setDown(false);
  await retry(venue);
  expect((await sent()).toSorted()).toEqual([...venue.costly].toSorted());
  await expectEachDayBilledOnce(venue);
});

test.each([MINUTE_MS, 22 * HOUR_MS, 2 * DAY_MS])(
  'usage whose answer was lost is sent once, asked about %i ms later',
  async (waitMs) => {
    const venue = await active();
    await pass(DAY_MS);
    await fakeStripe.fail({ type: 'drop-answer', times: 2, path: '/meter_events' });
    await venue.count();
    await venue.settle();
    expect(await sent()).toHaveLength(1);
    expect(await venue.days()).toMatchObject([{ settled_at: null }]);
    await pass(waitMs);
    await venue.settle();
    expect(await sent()).toHaveLength(1);
    expect(await venue.days()).toMatchObject([{ settled_at: Date.now() }]);
    await expectEachDayBilledOnce(venue);
  },
);

test('usage that never arrived is sent with a later time when its period is over', async () => {
  const venue = await active();
  const { period_ends_at: endsAt } = await venue.account();
  await pass((endsAt ?? 0) - Date.now() - MINUTE_MS);
  await venue.staySignedIn();
  await fakeStripe.setDown(true);
  await venue.count();
  await venue.settle();
  await pass(3 * HOUR_MS);
  await fakeStripe.setDown(false);
  await deliver();
  await venue.settle();
  const { meterEvents } = await fakeStripe.state();
  expect(meterEvents).toMatchObject([{ timestamp: Math.floor(Date.now() / 1000) }]);
  await expectEachDayBilledOnce(venue);
});

test('usage that arrived just before its period ended is not sent for the next one, though the meter is late', async () => {
  await fakeStripe.settings({ meterLagMs: 10 * MINUTE_MS });
  const venue = await active();
  const { period_ends_at: endsAt } = await venue.account();
  await pass((endsAt ?? 0) - Date.now() - 5_000);
  await venue.staySignedIn();
  await fakeStripe.fail({ type: 'drop-answer', times: 2, path: '/meter_events' });
  await venue.count();
  await venue.settle();
  await pass(MINUTE_MS);
  await venue.settle();
  expect(await sent()).toHaveLength(1);
  const usage = await venue.client.get('/api/billing/usage');
  expect(usage.body).toMatchObject({ amountCents: 0, events: [] });
  await expectEachDayBilledOnce(venue);
});

test('several events of one night, and days that waited for a card, are billed each', async () => {
  const venue = await Venue.open();
  await venue.settle();
  await pass(TRIAL_MS + HOUR_MS);
  // The news that the trial is over, and nobody pays, is late: counting goes on.
  for (let day = 0; day < 3; day += 1) {
    expect(await venue.count()).toBe(true);
    await pass(DAY_MS);
  }
  await venue.settle();
  expect(await venue.status()).toBe('canceled');
  expect(await sent()).toEqual([]);
  await venue.saveCard();
  await venue.settle();
  // A period that has just begun has one minute, and a minute holds one day.
  expect(await sent()).toHaveLength(1);
  await expectEachDayBilledOnce(venue);
});

test('a customer that was deleted at Stripe is locked, and made anew for a card, without a second trial', async () => {
  const venue = await Venue.open();
  await venue.settle();
  const former = await venue.customerId();
  await fakeStripe.deleteCustomer(former);
  await deliver();
  expect(await venue.status()).toBe('canceled');
  await venue.settle();
  expect(await venue.customerId()).toBe(former);

  await venue.client.call('PUT', '/api/users/billing-details', {
    body: { billing_business_name: 'Club', billing_address_country: 'DE' },
  });
  await venue.saveCard();
  await venue.settle();
  expect(await venue.customerId()).not.toBe(former);
  expect(await venue.status()).toBe('active');
  const { customers, subscriptions } = await fakeStripe.state();
  expect(customers.filter((customer) => !customer.deleted)).toMatchObject([{ name: 'Club' }]);
  expect(subscriptions.filter(({ status }) => status === 'active')).toMatchObject([{ trial_end: null }]);
});

test('an account from before billing gets a subscription with a grace when its admin opens the card form', async () => {
  const venue = await Venue.open();
  // Nobody had asked for it.
  await env.DB.prepare('UPDATE users SET trial_ends_at = created_at - 1').run();
  await evictDurableObject(venue.hub);
  expect((await venue.openSetup()).status).toBe(200);
  await venue.settle();
  expect(await venue.subscriptions()).toMatchObject([{ status: 'trialing', trial_end: graceEnd() / 1000 }]);
});

test('what is tried in vain is tried less and less often, and logs nothing secret', async () => {
  await fakeStripe.fail({ type: 'status', status: 500, times: 1_000 });
  const venue = await Venue.open();
  const delays: number[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    await venue.settle();
    const dueAt = await venue.jobDueAt();
    delays.push(dueAt - Date.now());
    await pass(dueAt - Date.now());
  }
  for (const [n, delay] of delays.entries()) {
    expect(delay).toBeGreaterThanOrEqual(2_500 * 2 ** n);
    expect(delay).toBeLessThanOrEqual(5_000 * 2 ** n);
  }
  const lines = JSON.stringify(log.mock.calls);
  expect(lines).toContain('StripeAPIError');
  for (const secret of [venue.email, env.STRIPE_SECRET_KEY ?? '', env.STRIPE_WEBHOOK_SECRET ?? '']) {
    expect(lines).not.toContain(secret);
  }
});
