import type { Page } from 'playwright-core';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/durations';
import { Product } from '../support/product';
import { answerBank, cardNumber, routeStripeJs } from '../support/stripe/route-stripe-js';
import { type RunningFake, startFakeStripe } from '../support/stripe/server';
import { button, enterWithCode, enterWithEvent, inspect, press, shownCount, tapIn } from './support/steps';
import { withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

const CARD = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  secured: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
};

let stripe: RunningFake;
let product: Product;

beforeAll(async () => {
  stripe = await startFakeStripe();
  stripe.doors.catalog('headroom_event_day');
  product = new Product({
    STRIPE_SECRET_KEY: stripe.keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.keys.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  });
  await product.start();
});
afterAll(async () => {
  await product.stop();
  stripe.stop();
});

/** Moves Stripe's time forward and delivers to the product what happens there meanwhile. */
async function advance(days: number): Promise<void> {
  const { doors, fake, keys } = stripe;
  doors.moveTo(fake.world.clock.now + days * DAY_MS);
  for (const { body } of doors.take()) {
    const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret: keys.webhookSecret });
    const headers = { 'Content-Type': 'application/json', 'Stripe-Signature': signature };
    const { status } = await fetch(`${product.url}/api/billing/webhook`, { method: 'POST', headers, body });
    expect(status).toBe(200);
  }
}

async function openSettings(page: Page): Promise<void> {
  await press(page, 'Account settings');
  await button(page, 'Update Billing & Payment').waitFor();
}

async function openPayment(page: Page): Promise<void> {
  await openSettings(page);
  await button(page, 'Update Billing & Payment').click();
  await button(page, 'Next').click();
  await cardNumber(page).waitFor();
}

async function saveCard(page: Page, number: string): Promise<void> {
  await cardNumber(page).fill(number);
  await button(page, 'Save').click();
}

/** Waits until the dialog confirms and closes. */
async function expectSaved(page: Page): Promise<void> {
  await page.getByText('Billing and payment details saved successfully!').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
}

test('an admin saves a card with 3-D Secure; an unpaid account is locked on every device until another card pays', async () => {
  const admin = await openDevice(undefined, product.url);
  await routeStripeJs(admin.context(), stripe.url);
  const { code } = await enterWithEvent(admin, 'Warehouse Friday', { 'Main Stage': 500 });
  const door = await openDevice(undefined, product.url);
  await enterWithCode(door, code);
  await button(door, 'Add one to Main Stage').waitFor();

  // Step 1 requires a country; step 2 waits for its client secret.
  await openSettings(admin);
  await button(admin, 'Update Billing & Payment').click();
  await admin.getByLabel('First name').fill('Ada');
  await admin.getByLabel('Last name').fill('King');
  await admin.getByLabel('Country').selectOption({ label: 'Greece' });
  await admin.getByLabel('Tax ID').fill('EL123456789');
  const secret = Promise.withResolvers<void>();
  await admin.route('**/api/billing/create-setup-intent', async (route) => {
    await secret.promise;
    await route.continue();
  });
  await button(admin, 'Next').click();
  await admin.getByText('Loading payment form...').waitFor();
  secret.resolve();
  await cardNumber(admin).waitFor();
  await inspect(admin, 'billing-payment');
  // Stripe's frame has no dark scheme: another scheme would give it an opaque white background.
  await admin.emulateMedia({ colorScheme: 'dark' });
  expect(await admin.locator('iframe').evaluate((frame) => getComputedStyle(frame).colorScheme)).toBe('light');

  await saveCard(admin, CARD.declined);
  await admin.getByText('Your card was declined.').waitFor();
  await saveCard(admin, CARD.secured);
  await answerBank(admin, 'Fail');
  await admin
    .getByRole('alert')
    .getByText(/unable to authenticate/)
    .waitFor();
  await button(admin, 'Save').click();
  await answerBank(admin, 'Complete');
  await expectSaved(admin);
  const [customer] = stripe.doors.state().customers;
  if (!customer || customer.deleted) throw new Error('Stripe has no customer');
  expect(customer.invoice_settings.default_payment_method).toMatch(/^pm_/);
  await expect.poll(() => stripe.doors.state().taxIds.map(({ type }) => type)).toEqual(['eu_vat']);

  // Taps during the trial are free, and the screen says so.
  await tapIn(door, 'Main Stage');
  await openSettings(admin);
  await admin.getByRole('link', { name: /^Usage Free trial until / }).click();
  await admin.getByRole('listitem').getByText('Free', { exact: true }).waitFor();
  await inspect(admin, 'billing-usage');
  await admin.getByRole('link', { name: 'Back to the app' }).click();

  // A card that fails when it is charged, an active day that costs something, a month, the grace period and all retries.
  await openPayment(admin);
  await saveCard(admin, CARD.failsLater);
  await expectSaved(admin);
  await advance(8);
  const client = new Stripe(stripe.keys.secretKey, {
    host: '127.0.0.1',
    port: new URL(stripe.url).port,
    protocol: 'http',
  });
  const payload = { stripe_customer_id: customer.id, value: '1' };
  await client.billing.meterEvents.create({ event_name: 'event_day', payload });
  await advance(60);
  for (const device of [admin, door]) {
    await device.getByText('Subscription Inactive').waitFor();
    await button(device, 'Add one to Main Stage. Counting is locked').waitFor();
  }
  await door.getByText('Counting is locked. Tell the organizer.').waitFor();
  await admin.getByText('Counting is locked. Add a card to unlock it.').waitFor();
  await inspect(door, 'billing-locked');
  await inspect(admin, 'billing-locked-own');

  await button(admin, 'Open settings').click();
  await admin.getByRole('link', { name: 'Usage A payment is overdue. Add a card to pay it.' }).click();
  await admin.getByRole('heading', { name: 'Plan and billing' }).waitFor();
  await admin.getByRole('link', { name: 'Back to the app' }).click();
  await openPayment(admin);
  await saveCard(admin, CARD.good);
  await expectSaved(admin);
  for (const device of [admin, door]) await button(device, 'Add one to Main Stage').waitFor();
  await expect.poll(() => admin.getByText('Subscription Inactive').count()).toBe(0);
  await tapIn(door, 'Main Stage');
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('2');
  expect(stripe.doors.billed(customer.id)).toMatchObject({ days: 1, cents: 300, paidCents: 300 });
  expect(stripe.doors.state().unexpected).toEqual([]);
  expect(pageErrors).toEqual([]);
});
