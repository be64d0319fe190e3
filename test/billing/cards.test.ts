import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { confirmPasswords } from '../worker/support/accounts';
import { addMember } from '../worker/support/members';
import { expectEachDayBilledOnce } from './support/invariant';
import { fakeStripe, stripe } from './support/stripe';
import { DECLINED_LATER, setupIdOf, Venue, VISA } from './support/venue';
import { deliver } from './support/webhooks';

const NEEDS_3DS = '4000002500003155';
const DECLINED = '4000000000000002';
/** The card's bank wants each payment confirmed, including payments while the cardholder is not present. */
const CONFIRMED_EACH_TIME = '4000002760003184';

async function defaultCard(venue: Venue) {
  const { customers } = await fakeStripe.state();
  const id = await venue.customerId();
  const customer = customers.find((one) => one.id === id);
  return customer && !customer.deleted ? customer.invoice_settings.default_payment_method : undefined;
}

/** Opens a venue that owes for one day and whose card is declined when its first month is due. */
async function pastDue(): Promise<Venue> {
  const venue = await Venue.paying(DECLINED_LATER);
  await venue.count();
  await venue.endPeriod();
  expect(await venue.status()).toBe('past_due');
  return venue;
}

test('a card setup accepts only cards, for later payments of its own customer, and saves only a card that its holder confirms', async () => {
  const venue = await Venue.open();
  const opened = await venue.openSetup();
  expect(opened.status).toBe(200);
  expect(Object.keys(z.parse(z.record(z.string(), z.string()), opened.body))).toEqual(['clientSecret']);
  expect((await fakeStripe.state()).setupIntents).toMatchObject([
    { customer: await venue.customerId(), usage: 'off_session', allowed_payment_method_types: ['card'] },
  ]);
  // Stripe did not know this account before. The card setup starts its trial at Stripe, too.
  await venue.runBilling();
  expect(await venue.subscriptions()).toMatchObject([{ status: 'trialing' }]);

  const setupId = setupIdOf(opened);
  await expect(fakeStripe.confirmSetup(setupId, DECLINED)).rejects.toThrow('declined');
  await expect(fakeStripe.confirmSetup(setupId, NEEDS_3DS, 'fail')).rejects.toThrow('authenticat');
  expect(await defaultCard(venue)).toBeNull();
  const accepted = await fakeStripe.confirmSetup(setupId, NEEDS_3DS, 'complete');
  expect((await venue.attach(accepted.payment_method)).status).toBe(200);
  expect(await defaultCard(venue)).toBe(accepted.payment_method);
});

test('an account can select only its own card or a card that belongs to no customer for payment', async () => {
  const [venue, other] = [await Venue.open(), await Venue.open()];
  const theirs = await fakeStripe.confirmSetup(setupIdOf(await other.openSetup()), VISA);
  await venue.openSetup();
  for (const id of [theirs.payment_method, 'pm_unknown']) {
    expect(await venue.attach(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  for (const id of [undefined, 7, '', 'cus_1', '../customers', `pm_${'1'.repeat(100)}`]) {
    expect(await venue.attach(id)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  }
  expect(await defaultCard(venue)).toBeNull();

  const { id: setupId } = await stripe.setupIntents.create({ allowed_payment_method_types: ['card'] });
  const { payment_method: nobodys } = await fakeStripe.confirmSetup(setupId, VISA);
  expect((await venue.attach(nobodys)).status).toBe(200);
  expect(await defaultCard(venue)).toBe(nobodys);

  await fakeStripe.detachCard(z.parse(z.string(), nobodys));
  expect(await venue.attach(nobodys)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', error: expect.stringContaining('cannot be used again') },
  });
  expect(await defaultCard(venue)).toBeNull();
});

test('bills go to the oldest owner: after the founder has left, to the next one, also at Stripe', async () => {
  const venue = await Venue.trialing();
  const heir = await addMember(venue, 'owner');
  await confirmPasswords();
  expect((await venue.client.call('DELETE', '/api/users')).status).toBe(200);
  await venue.runBilling();
  expect((await fakeStripe.state()).customers).toMatchObject([{ id: await venue.customerId(), email: heir.email }]);
});

test('a past-due account keeps counting; a working card pays the open month, and a declined card gives its reason', async () => {
  const venue = await pastDue();
  expect(await venue.count()).toBe(true);
  const before = await defaultCard(venue);
  expect(await venue.saveCard(DECLINED_LATER)).toMatchObject({
    status: 402,
    body: { error: 'Your card was declined.', code: 'payment_failed' },
  });
  expect(await defaultCard(venue)).not.toBe(before);
  const { invoices } = await fakeStripe.state();
  const page = invoices.find(({ status }) => status === 'open')?.hosted_invoice_url ?? '';
  expect(page).toMatch(/^https:/);
  expect(await venue.saveCard(CONFIRMED_EACH_TIME)).toMatchObject({
    status: 402,
    body: {
      error: `Your card is saved, but your bank wants you to confirm this payment. Please do so at ${page}`,
      code: 'payment_failed',
    },
  });
  expect(await venue.status()).toBe('past_due');
  expect(await fakeStripe.billed(await venue.customerId())).toMatchObject({ paidCents: 0 });

  expect(await venue.saveCard()).toMatchObject({ status: 200 });
  expect(await venue.status()).toBe('active');
  expect(await fakeStripe.billed(await venue.customerId())).toMatchObject({ cents: 300, paidCents: 300 });
  await deliver();
  expect(await venue.status()).toBe('active');
  await expectEachDayBilledOnce(venue);
});

test('an unpaid account stays locked while cards are declined; a working card pays both months and unlocks the account', async () => {
  const venue = await pastDue();
  await venue.count();
  await venue.endPeriod();
  await venue.endPeriod();
  expect(await venue.status()).toBe('unpaid');
  expect(await venue.saveCard(DECLINED_LATER)).toMatchObject({ status: 402, body: { code: 'payment_failed' } });
  expect(await venue.status()).toBe('unpaid');
  expect(await venue.count()).toBe(false);
  expect(await venue.saveCard()).toMatchObject({ status: 200 });
  expect(await venue.status()).toBe('active');
  expect(await venue.count()).toBe(true);
  expect(await fakeStripe.billed(await venue.customerId())).toMatchObject({ cents: 600, paidCents: 600 });
  await expectEachDayBilledOnce(venue);
});

test('card calls are limited to ten an hour for each account and thirty an hour for each address', async () => {
  const venue = await Venue.open();
  for (let n = 0; n < 10; n += 1) expect((await venue.openSetup()).status).toBe(200);
  const refused = await venue.openSetup();
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await fakeStripe.state()).setupIntents).toHaveLength(10);

  for (let others = 0; others < 2; others += 1) {
    const other = await Venue.open();
    for (let n = 0; n < 10; n += 1) expect((await other.openSetup()).status).toBe(200);
  }
  expect((await (await Venue.open()).openSetup()).status).toBe(429);
});
