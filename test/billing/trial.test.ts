import { expect, test } from 'vitest';
import { TRIAL_MS } from '../../src/billing/limits';
import { DAY_MS } from '../../src/shared/durations';
import { pass, START } from './support/clock';
import { expectEachDayBilledOnce } from './support/invariant';
import { fakeStripe } from './support/stripe';
import { Venue } from './support/venue';
import { deliver } from './support/webhooks';

test('sign-up does not wait for Stripe; the job then creates one customer and one subscription in its trial', async () => {
  const venue = await Venue.open();
  expect(await venue.status()).toBe('trialing');
  expect(await fakeStripe.requests()).toEqual([]);
  await venue.runBilling();
  await venue.runBilling();

  expect(await venue.subscriptions()).toMatchObject([
    {
      status: 'trialing',
      trial_end: Math.floor((START + TRIAL_MS) / 1000),
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
      metadata: { userId: venue.userId },
    },
  ]);
  const { customers, unexpected } = await fakeStripe.state();
  expect(customers).toMatchObject([{ email: venue.email, metadata: { userId: venue.userId } }]);
  expect(unexpected).toEqual([]);
  expect(await venue.account()).toMatchObject({
    subscription_status: 'trialing',
    stripe_customer_id: customers[0]?.id,
    period_ends_at: venue.trialEndsAt,
  });
  expect(await venue.jobDueAt()).toBe(Infinity);
});

test('a trial with a card becomes a month that bills its counted days and no earlier day', async () => {
  const venue = await Venue.trialing();
  expect(await venue.saveCard()).toMatchObject({ status: 200, body: { success: true } });
  for (let day = 0; day < 3; day += 1) {
    expect(await venue.count()).toBe(true);
    await pass(DAY_MS);
  }
  await venue.endTrial();
  expect(await venue.status()).toBe('active');
  for (let day = 0; day < 4; day += 1) {
    expect(await venue.count()).toBe(true);
    expect(await venue.count()).toBe(true);
    await venue.runBilling();
    await pass(2 * DAY_MS);
  }
  expect([venue.free.size, venue.costly.size]).toEqual([3, 4]);
  await expectEachDayBilledOnce(venue);
});

test('a trial without a card ends and locks counting; a card unlocks the account without a second trial', async () => {
  const venue = await Venue.trialing();
  expect(await venue.count()).toBe(true);
  await venue.endTrial();
  expect(await venue.status()).toBe('canceled');
  expect(await venue.count()).toBe(false);

  expect(await venue.saveCard()).toMatchObject({ status: 200 });
  expect(await venue.status()).toBe('active');
  expect((await venue.subscriptions()).map(({ status, trial_end }) => [status, trial_end === null])).toEqual([
    ['canceled', false],
    ['active', true],
  ]);
  expect(await venue.count()).toBe(true);
  await deliver();
  expect(await venue.status()).toBe('active');
  await expectEachDayBilledOnce(venue);
});
