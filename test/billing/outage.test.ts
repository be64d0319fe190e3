import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS, TRIAL_MS } from '../../src/shared/limits';
import { pass } from './support/clock';
import { expectEachDayBilledOnce } from './support/invariant';
import { logged } from './support/logged';
import { fakeStripe } from './support/stripe';
import { Venue } from './support/venue';
import { deliver } from './support/webhooks';

/** Until the hub has tried again what failed. */
async function retry(venue: Venue): Promise<void> {
  const dueAt = await venue.jobDueAt();
  expect(dueAt).toBeLessThanOrEqual(Date.now() + HOUR_MS);
  await pass(Math.max(0, dueAt - Date.now()));
  await venue.settle();
}

/** An account of which Stripe, which was down, can hear only `ms` after its sign-up; then something is counted. */
async function heardOfAfter(ms: number): Promise<Venue> {
  await fakeStripe.setDown(true);
  const venue = await Venue.open();
  await venue.settle();
  await pass(ms);
  expect(await venue.count()).toBe(true);
  return venue;
}

const sent = async () => (await fakeStripe.state()).meterEvents.map(({ identifier }) => identifier);
const endOfPeriod = async (venue: Venue) => (await venue.account()).period_ends_at ?? 0;

test('an account works on its local trial while Stripe is down, and is completed once, after a restart, too', async () => {
  const venue = await heardOfAfter(0);
  expect(await venue.status()).toBe('trialing');
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
  ['drop-answer', '/customers', 0],
  // By then Stripe has forgotten the attempt, and the customer has to be found.
  ['drop-answer', '/customers', 2 * DAY_MS],
  ['drop-answer', '/subscriptions', 0],
  ['status', '/', 0],
] as const)(
  'a sign-up of which Stripe says %s to POST %s comes to one customer and one trial, also %i ms later',
  async (type, path, waitMs) => {
    await fakeStripe.fail({ type, times: 2, path, method: 'POST', status: 429 });
    const venue = await Venue.open();
    await venue.settle();
    await pass(waitMs);
    await retry(venue);
    for (let tries = 0; tries < 4 && (await venue.jobDueAt()) !== Infinity; tries += 1) await retry(venue);
    expect((await fakeStripe.state()).customers).toHaveLength(1);
    expect(await venue.subscriptions()).toMatchObject([{ status: 'trialing' }]);
  },
);

/** The end of the seventh day from now on. */
const graceEnd = () => Math.ceil((Date.now() + TRIAL_MS) / DAY_MS) * DAY_MS;

test.each([TRIAL_MS + DAY_MS, TRIAL_MS - 2 * DAY_MS])(
  'of an account Stripe hears %i ms after its sign-up: without a card it gets a grace, and is never active by itself',
  async (ms) => {
    const venue = await heardOfAfter(ms);
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
  const venue = await heardOfAfter(TRIAL_MS + DAY_MS);
  await fakeStripe.setDown(false);
  // The card is saved, and its subscription begins only with the next attempt.
  await fakeStripe.fail({ type: 'drop', times: 2, path: '/subscriptions', method: 'POST' });
  expect(await venue.saveCard()).toMatchObject({ status: 503 });
  await retry(venue);
  expect(await venue.subscriptions()).toMatchObject([{ status: 'active', trial_end: null }]);
  await expectEachDayBilledOnce(venue);
});

test.each([MINUTE_MS, 22 * HOUR_MS, 2 * DAY_MS])(
  'usage whose answer was lost is sent once, asked about %i ms later',
  async (waitMs) => {
    const venue = await Venue.counted();
    await fakeStripe.fail({ type: 'drop-answer', times: 2, path: '/meter_events' });
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
  const venue = await Venue.paying();
  await pass((await endOfPeriod(venue)) - Date.now() - MINUTE_MS);
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
  const venue = await Venue.paying();
  await pass((await endOfPeriod(venue)) - Date.now() - 5_000);
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

test('a hub that tries in vain tries less and less often, and logs nothing secret', async () => {
  await fakeStripe.fail({ type: 'status', status: 500, times: 1_000 });
  const venue = await Venue.open();
  for (const longest of [5_000, 10_000, 20_000]) {
    await venue.settle();
    const delay = (await venue.jobDueAt()) - Date.now();
    expect(Math.abs(delay - 0.75 * longest)).toBeLessThanOrEqual(longest / 4);
    await pass(delay);
  }
  expect(logged()).toContain('StripeAPIError');
  for (const secret of [venue.email, env.STRIPE_SECRET_KEY ?? '']) expect(logged()).not.toContain(secret);
});
