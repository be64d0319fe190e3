import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { pass } from './support/clock';
import { expectEachDayBilledOnce } from './support/invariant';
import { fakeStripe, stripe } from './support/stripe';
import { DECLINED_LATER, Venue, VISA } from './support/venue';
import { deliver } from './support/webhooks';

/** Opens a venue in its first month, with a day that Stripe has taken. */
async function sent(card = VISA): Promise<Venue> {
  const venue = await Venue.counted(card);
  await venue.runBilling();
  expect(await venue.days()).toMatchObject([{ accepted_at: Date.now() }]);
  return venue;
}

/** Ends the subscription with a last invoice, as a person can do at Stripe. */
const cancelWithBill = async (venue: Venue) => {
  await stripe.subscriptions.cancel(await venue.subscriptionId(), { invoice_now: true, prorate: false });
};

const deleteCustomer = async (venue: Venue) => await fakeStripe.deleteCustomer(await venue.customerId());

/**
 * A day later, a card brings the account back, and each day is billed once. Returns how often Stripe was told of each
 * day. A second report uses another identifier.
 */
async function revive(venue: Venue): Promise<number[]> {
  await pass(DAY_MS);
  await venue.staySignedIn();
  expect(await venue.saveCard()).toMatchObject({ status: 200 });
  expect(await venue.status()).toBe('active');
  await pass(MINUTE_MS);
  await deliver();
  await expectEachDayBilledOnce(venue);
  const { meterEvents } = await fakeStripe.state();
  return [...venue.costly].map((day) => meterEvents.filter(({ identifier }) => identifier.startsWith(day)).length);
}

test('days after the last invoice of a subscription that was canceled as unpaid are billed by the next subscription', async () => {
  await fakeStripe.settings({ afterRetries: 'canceled' });
  const venue = await sent(DECLINED_LATER);
  await venue.endPeriod();
  expect(await venue.status()).toBe('past_due');
  await pass(DAY_MS);
  expect(await venue.count()).toBe(true);
  await venue.runBilling();
  await pass(20 * DAY_MS);
  await deliver();
  expect(await venue.status()).toBe('canceled');
  expect(await revive(venue)).toEqual([1, 2]);
});

test.each<[string, (venue: Venue) => Promise<unknown>, number]>([
  ['a deleted customer whose deletion is announced late', deleteCustomer, 2],
  [
    'a deleted customer whose invoice was still a draft',
    async (venue) => {
      const { period_ends_at: endsAt } = await venue.account();
      await pass((endsAt ?? 0) - Date.now() + MINUTE_MS);
      await deliver();
      await deleteCustomer(venue);
      await deliver();
    },
    2,
  ],
  [
    'a last invoice with a lagging meter',
    async (venue) => {
      await fakeStripe.settings({ meterLagMs: 10 * MINUTE_MS });
      await cancelWithBill(venue);
      await deliver();
    },
    1,
  ],
  [
    'a last invoice whose customer was deleted afterward',
    async (venue) => {
      await cancelWithBill(venue);
      await pass(2 * HOUR_MS);
      await deleteCustomer(venue);
    },
    1,
  ],
])('the days of %s are billed once, and Stripe is told of them as often as necessary', async (_what, end, told) => {
  const venue = await sent();
  await end(venue);
  expect(await revive(venue)).toEqual([told]);
});

test('the days of a voided invoice are billed by the next subscription', async () => {
  const venue = await sent(DECLINED_LATER);
  await cancelWithBill(venue);
  await pass(2 * HOUR_MS);
  const { invoices } = await fakeStripe.state();
  for (const { id, status } of invoices) if (status === 'open') await stripe.invoices.voidInvoice(id);
  expect(await revive(venue)).toEqual([2]);
});

test('usage with a lost answer before the end is billed by the next subscription', async () => {
  const venue = await sent();
  await pass(DAY_MS);
  await fakeStripe.fail({ type: 'drop-answer', times: 1, path: '/meter_events' });
  expect(await venue.count()).toBe(true);
  await venue.runBilling();
  await fakeStripe.setStatus(await venue.subscriptionId(), 'canceled');
  await deliver();
  expect(await revive(venue)).toEqual([2, 2]);
});
