import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/limits';
import { pass } from './support/clock';
import { expectEachDayBilledOnce } from './support/invariant';
import { fakeStripe, stripe } from './support/stripe';
import { DECLINED_LATER, Venue, VISA } from './support/venue';
import { deliver } from './support/webhooks';

/** A venue in its first month, with a day that Stripe has taken. */
async function sent(card = VISA): Promise<Venue> {
  const venue = await Venue.counted(card);
  await venue.settle();
  expect(await venue.days()).toMatchObject([{ settled_at: Date.now() }]);
  return venue;
}

/** Ends the subscription with a last invoice, as somebody may do at Stripe. */
const cancelWithBill = async (venue: Venue) => {
  await stripe.subscriptions.cancel(await venue.subscriptionId(), { invoice_now: true, prorate: false });
};

/**
 * A day later a card brings the account back, and each day is billed once. Answers how often Stripe was told of each: a second
 * time is under another name.
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

test('days since the last invoice of a subscription that was canceled for not paying are billed by the next one', async () => {
  await fakeStripe.settings({ afterRetries: 'canceled' });
  const venue = await sent(DECLINED_LATER);
  await venue.endPeriod();
  expect(await venue.status()).toBe('past_due');
  await pass(DAY_MS);
  expect(await venue.count()).toBe(true);
  await venue.settle();
  await pass(20 * DAY_MS);
  await deliver();
  expect(await venue.status()).toBe('canceled');
  expect(await revive(venue)).toEqual([1, 2]);
});

test('days of a customer that was deleted at Stripe are billed to the next one, though the news of it comes late', async () => {
  const venue = await sent();
  await fakeStripe.deleteCustomer(await venue.customerId());
  expect(await revive(venue)).toEqual([2]);
});

test('days of a deleted customer whose invoice was still a draft are billed to the next one', async () => {
  const venue = await sent();
  const { period_ends_at: endsAt } = await venue.account();
  await pass((endsAt ?? 0) - Date.now() + MINUTE_MS);
  await deliver();
  await fakeStripe.deleteCustomer(await venue.customerId());
  await deliver();
  expect(await revive(venue)).toEqual([2]);
});

test('what a last invoice holds is not billed again', async () => {
  await fakeStripe.settings({ meterLagMs: 10 * MINUTE_MS });
  const venue = await sent();
  await cancelWithBill(venue);
  await deliver();
  expect(await revive(venue)).toEqual([1]);
});

test('what the last invoice holds is not billed again when its customer was deleted afterwards', async () => {
  const venue = await sent();
  await cancelWithBill(venue);
  await pass(2 * HOUR_MS);
  await fakeStripe.deleteCustomer(await venue.customerId());
  expect(await revive(venue)).toEqual([1]);
});

test('what a voided invoice held is billed by the next subscription', async () => {
  const venue = await sent(DECLINED_LATER);
  await cancelWithBill(venue);
  await pass(2 * HOUR_MS);
  const { invoices } = await fakeStripe.state();
  for (const { id, status } of invoices) if (status === 'open') await stripe.invoices.voidInvoice(id);
  expect(await revive(venue)).toEqual([2]);
});

test('usage whose answer was lost before the end is billed by the next subscription', async () => {
  const venue = await sent();
  await pass(DAY_MS);
  await fakeStripe.fail({ type: 'drop-answer', times: 1, path: '/meter_events' });
  expect(await venue.count()).toBe(true);
  await venue.settle();
  await fakeStripe.setStatus(await venue.subscriptionId(), 'canceled');
  await deliver();
  expect(await revive(venue)).toEqual([2, 2]);
});
