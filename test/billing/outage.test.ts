import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { TRIAL_MS } from '../../src/billing/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { pass } from './support/clock';
import { expectEachDayBilledOnce } from './support/invariant';
import { logged } from './support/logged';
import { fakeStripe } from './support/stripe';
import { Venue } from './support/venue';
import { deliver } from './support/webhooks';

/** Waits until the hub has retried what failed. */
async function retry(venue: Venue): Promise<void> {
  const dueAt = await venue.jobDueAt();
  expect(dueAt).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  await pass(Math.max(0, dueAt - Date.now()));
  await venue.runBilling();
}

/** Opens an account while Stripe is down. Stripe comes back `ms` after the sign-up, and then a tap is counted. */
async function heardOfAfter(ms: number): Promise<Venue> {
  await fakeStripe.setDown(true);
  const venue = await Venue.open();
  await venue.runBilling();
  await pass(ms);
  expect(await venue.count()).toBe(true);
  return venue;
}

const sent = async () => (await fakeStripe.state()).meterEvents.map(({ identifier }) => identifier);
const endOfPeriod = async (venue: Venue) => (await venue.account()).period_ends_at ?? 0;

test('an account uses its local trial while Stripe is down and is completed once, even after a restart', async () => {
  const venue = await heardOfAfter(0);
  expect(await venue.status()).toBe('trialing');
  expect(await venue.openSetup()).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await venue.runBilling();
  expect(await venue.jobDueAt()).toBeGreaterThan(Date.now());

  await pass(2 * DAY_MS);
  await evictDurableObject(venue.hub);
  await fakeStripe.setDown(false);
  await venue.runBilling();
  await venue.runBilling();
  const trialEnd = Math.floor(venue.trialEndsAt / 1000);
  expect(await venue.subscriptions()).toMatchObject([{ status: 'trialing', trial_end: trialEnd }]);
  expect(await venue.jobDueAt()).toBe(Infinity);
});

test.each([
  ['drop-answer', '/customers', 0],
  // By then Stripe has forgotten the attempt, so the hub must find the customer.
  ['drop-answer', '/customers', 2 * DAY_MS],
  ['drop-answer', '/subscriptions', 0],
  ['status', '/', 0],
] as const)(
  'a sign-up with the failure %s at POST %s ends with one customer and one trial, even %i ms later',
  async (type, path, waitMs) => {
    await fakeStripe.fail({ type, times: 2, path, method: 'POST', status: 429 });
    const venue = await Venue.open();
    await venue.runBilling();
    await pass(waitMs);
    await retry(venue);
    for (let tries = 0; tries < 4 && (await venue.jobDueAt()) !== Infinity; tries += 1) await retry(venue);
    expect((await fakeStripe.state()).customers).toHaveLength(1);
    expect(await venue.subscriptions()).toMatchObject([{ status: 'trialing' }]);
  },
);

/** The end of the seventh day from now. */
const graceEnd = () => Math.ceil((Date.now() + TRIAL_MS) / DAY_MS) * DAY_MS;

test.each([TRIAL_MS + DAY_MS, TRIAL_MS - 2 * DAY_MS])(
  'an account that reaches Stripe %i ms after its sign-up gets a grace period without a card and is never active by itself',
  async (ms) => {
    const venue = await heardOfAfter(ms);
    await fakeStripe.setDown(false);
    // The answer to the first attempt is lost, and the next attempt comes hours later.
    await fakeStripe.fail({ type: 'drop-answer', times: 1, path: '/subscriptions', method: 'POST' });
    const endsAt = graceEnd();
    await venue.runBilling();
    await pass(4 * HOUR_MS);
    await venue.runBilling();
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
    // Days that were counted before Stripe knew the account are not free. Days in the grace period are free.
    expect([venue.costly.size, venue.free.size]).toEqual(ms > TRIAL_MS ? [1, 1] : [0, 2]);
    await expectEachDayBilledOnce(venue);
  },
);

test('an account with a card gets no second trial when its trial ran out while Stripe was down', async () => {
  const venue = await heardOfAfter(TRIAL_MS + DAY_MS);
  await fakeStripe.setDown(false);
  // The card is saved. Its subscription begins only with the next attempt.
  await fakeStripe.fail({ type: 'drop', times: 2, path: '/subscriptions', method: 'POST' });
  expect(await venue.saveCard()).toMatchObject({ status: 503 });
  await retry(venue);
  expect(await venue.subscriptions()).toMatchObject([{ status: 'active', trial_end: null }]);
  await expectEachDayBilledOnce(venue);
});

test.each([MINUTE_MS, 22 * HOUR_MS, 2 * DAY_MS])(
  'usage with a lost answer is sent once, also when the hub asks about it %i ms later',
  async (waitMs) => {
    const venue = await Venue.counted();
    await fakeStripe.fail({ type: 'drop-answer', times: 2, path: '/meter_events' });
    await venue.runBilling();
    expect(await sent()).toHaveLength(1);
    expect(await venue.days()).toMatchObject([{ accepted_at: null }]);
    await pass(waitMs);
    await venue.runBilling();
    expect(await sent()).toHaveLength(1);
    expect(await venue.days()).toMatchObject([{ accepted_at: Date.now() }]);
    await expectEachDayBilledOnce(venue);
  },
);

test('usage that never arrived is sent with a later time when its period is over', async () => {
  const venue = await Venue.paying();
  await pass((await endOfPeriod(venue)) - Date.now() - MINUTE_MS);
  await venue.staySignedIn();
  await fakeStripe.setDown(true);
  await venue.count();
  await venue.runBilling();
  await pass(3 * HOUR_MS);
  await fakeStripe.setDown(false);
  await deliver();
  await venue.runBilling();
  const { meterEvents } = await fakeStripe.state();
  expect(meterEvents).toMatchObject([{ timestamp: Math.floor(Date.now() / 1000) }]);
  await expectEachDayBilledOnce(venue);
});

test('usage that arrived just before its period ended is not sent again in the next period, even when the meter lags', async () => {
  await fakeStripe.settings({ meterLagMs: 10 * MINUTE_MS });
  const venue = await Venue.paying();
  await pass((await endOfPeriod(venue)) - Date.now() - 5_000);
  await venue.staySignedIn();
  await fakeStripe.fail({ type: 'drop-answer', times: 2, path: '/meter_events' });
  await venue.count();
  await venue.runBilling();
  await pass(MINUTE_MS);
  await venue.runBilling();
  expect(await sent()).toHaveLength(1);
  const usage = await venue.client.get('/api/billing/usage');
  expect(usage.body).toMatchObject({ amountCents: 0, events: [] });
  await expectEachDayBilledOnce(venue);
});

test('a hub whose calls keep failing retries less and less often and logs no secret', async () => {
  await fakeStripe.fail({ type: 'status', status: 500, times: 1_000 });
  const venue = await Venue.open();
  for (const longest of [5_000, 10_000, 20_000]) {
    await venue.runBilling();
    const delay = (await venue.jobDueAt()) - Date.now();
    expect(Math.abs(delay - 0.75 * longest)).toBeLessThanOrEqual(longest / 4);
    await pass(delay);
  }
  expect(logged()).toContain('StripeAPIError');
  for (const secret of [venue.email, env.STRIPE_SECRET_KEY ?? '']) expect(logged()).not.toContain(secret);
});
