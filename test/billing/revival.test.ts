import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/limits';
import { pass, stopClocks } from './support/clock';
import { fakeStripe } from './support/fake-stripe';
import { endPeriod, expectEachDayBilledOnce, payingVenue } from './support/invariant';
import { DECLINED_LATER, type Venue, VISA } from './support/venue';
import { stripe } from './support/stripe';
import { deliver } from './support/webhooks';

stopClocks();

/** A venue in its first month, with a day that Stripe has taken. */
async function counted(card = VISA): Promise<Venue> {
  const venue = await payingVenue(card);
  await pass(DAY_MS);
  expect(await venue.count()).toBe(true);
  await venue.settle();
  expect(await venue.days()).toMatchObject([{ settled_at: Date.now() }]);
  return venue;
}

const subscriptionOf = async (venue: Venue) => (await venue.subscriptions())[0]?.id ?? '';

/** How often Stripe was told of each day: a second time is under another name. */
async function timesSent({ costly }: Venue): Promise<number[]> {
  const { meterEvents } = await fakeStripe.state();
  return [...costly].map((day) => meterEvents.filter(({ identifier }) => identifier.startsWith(day)).length);
}

async function revive(venue: Venue): Promise<void> {
  await pass(DAY_MS);
  await venue.staySignedIn();
  expect(await venue.saveCard()).toMatchObject({ status: 200 });
  expect(await venue.status()).toBe('active');
  await pass(MINUTE_MS);
}

test('what was counted since the last invoice of a subscription that its dunning canceled is billed by the next', async () => {
  await fakeStripe.settings({ afterRetries: 'canceled' });
  const venue = await counted(DECLINED_LATER);
  await endPeriod(venue);
  expect(await venue.status()).toBe('past_due');
  await pass(DAY_MS);
  expect(await venue.count()).toBe(true);
  await venue.settle();
  await pass(20 * DAY_MS);
  await deliver();
  expect(await venue.status()).toBe('canceled');
  await revive(venue);
  await expectEachDayBilledOnce(venue);
  expect(await timesSent(venue)).toEqual([1, 2]);
});

test('so are days of a customer that was deleted at Stripe, though the news of it are late', async () => {
  const venue = await counted();
  await fakeStripe.deleteCustomer(await venue.customerId());
  await revive(venue);
  await deliver();
  await expectEachDayBilledOnce(venue);
  expect(await timesSent(venue)).toEqual([2]);
});

test('so are days of a deleted customer whose invoice was still a draft', async () => {
  const venue = await counted();
  const { period_ends_at: endsAt } = await venue.account();
  await pass((endsAt ?? 0) - Date.now() + MINUTE_MS);
  await deliver();
  await fakeStripe.deleteCustomer(await venue.customerId());
  await deliver();
  await revive(venue);
  await expectEachDayBilledOnce(venue);
  expect(await timesSent(venue)).toEqual([2]);
});

test('what a last invoice holds is not billed again', async () => {
  await fakeStripe.settings({ meterLagMs: 10 * MINUTE_MS });
  const venue = await counted();
  await stripe().subscriptions.cancel(await subscriptionOf(venue), { invoice_now: true, prorate: false });
  await deliver();
  await revive(venue);
  await expectEachDayBilledOnce(venue);
  expect(await timesSent(venue)).toEqual([1]);
});

test('nor is what the last invoice of a customer holds that was deleted then', async () => {
  const venue = await counted();
  await stripe().subscriptions.cancel(await subscriptionOf(venue), { invoice_now: true, prorate: false });
  await pass(2 * HOUR_MS);
  await fakeStripe.deleteCustomer(await venue.customerId());
  await revive(venue);
  await expectEachDayBilledOnce(venue);
  expect(await timesSent(venue)).toEqual([1]);
});

test('what an invoice held that was voided is billed by the next', async () => {
  const venue = await counted(DECLINED_LATER);
  await stripe().subscriptions.cancel(await subscriptionOf(venue), { invoice_now: true, prorate: false });
  await pass(2 * HOUR_MS);
  const { invoices } = await fakeStripe.state();
  for (const { id, status } of invoices) if (status === 'open') await stripe().invoices.voidInvoice(id);
  await revive(venue);
  await expectEachDayBilledOnce(venue);
  expect(await timesSent(venue)).toEqual([2]);
});

test('usage whose answer was lost before the end is billed by the next subscription', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const venue = await counted();
  await pass(DAY_MS);
  await fakeStripe.fail({ type: 'drop-answer', times: 1, path: '/meter_events' });
  expect(await venue.count()).toBe(true);
  await venue.settle();
  log.mockRestore();
  await fakeStripe.setStatus(await subscriptionOf(venue), 'canceled');
  await deliver();
  await revive(venue);
  await expectEachDayBilledOnce(venue);
  expect(await timesSent(venue)).toEqual([2, 2]);
});
