import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../src/shared/limits';
import { Product } from '../support/product';
import { StripeControl } from '../support/stripe/control';
import { answerBank, cardNumber, routeStripeJs } from '../support/stripe/route-stripe-js';
import { type RunningFake, startFakeStripe } from '../support/stripe/server';
import { button, enterWithCode, enterWithEvent, inspect, press, shownCount, tapIn } from './support/steps';
import { withBrowser } from './support/browser';

const { openDevice, pageErrors } = withBrowser();

const LOOKUP_KEY = 'headroom_event_day';
const CARD = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  secured: '4000 0025 0000 3155',
  failsLater: '4000 0000 0000 0341',
};
/** Longer than a month, its grace period and all retries. */
const UNTIL_UNPAID_MS = 60 * DAY_MS;

let stripe: RunningFake;
let control: StripeControl;
let product: Product;

beforeAll(async () => {
  stripe = await startFakeStripe();
  control = new StripeControl(stripe.url);
  await control.reset({ ticking: true });
  await control.catalogue(LOOKUP_KEY);
  product = new Product({
    STRIPE_SECRET_KEY: stripe.keys.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.keys.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.keys.webhookSecret,
    STRIPE_API_BASE: stripe.url,
  });
  await product.start();
  await control.sendWebhooksTo(`${product.url}/api/billing/webhook`);
});
afterAll(async () => {
  await product.stop();
  await stripe.stop();
});

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

/** How bright a field is at its right end, 0 to 255: nothing is written there. */
async function brightnessOf(page: Page, field: Locator): Promise<number> {
  const picture = (await field.screenshot()).toString('base64');
  return page.evaluate(async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const bitmap = new OffscreenCanvas(image.width, image.height).getContext('2d');
    bitmap?.drawImage(image, 0, 0);
    const pixel = bitmap?.getImageData(image.width - 4, Math.floor(image.height / 2), 1, 1).data;
    if (pixel?.[3] !== 255) throw new Error('Nothing to see there');
    const [red = 0, green = 0, blue = 0] = pixel;
    return (red + green + blue) / 3;
  }, picture);
}

/** Spec section 4: said, and closed. */
async function expectSaved(page: Page): Promise<void> {
  await page.getByText('Billing and payment details saved successfully!').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
}

test('a card is saved, with 3-D Secure; an account that does not pay is locked on every device until another card does', async () => {
  const admin = await openDevice(undefined, product.url);
  await routeStripeJs(admin.context(), stripe.url);
  const { code } = await enterWithEvent(admin, 'Warehouse Friday', { 'Main Stage': 500 });
  const door = await openDevice(undefined, product.url);
  await enterWithCode(door, code);
  await button(door, 'Add one to Main Stage').waitFor();

  // Step 1 wants a country; step 2 waits for its client secret.
  await openSettings(admin);
  await button(admin, 'Update Billing & Payment').click();
  await button(admin, 'Next').click();
  await admin.getByText('Please select a country to continue.').waitFor();
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
  // The last look was by night: no white frame may stand in the dark.
  expect(await brightnessOf(admin, admin.locator('iframe'))).toBeLessThan(60);

  await saveCard(admin, CARD.declined);
  await admin.getByText('Your card was declined.').waitFor();
  await inspect(admin, 'billing-payment-declined');
  await saveCard(admin, CARD.secured);
  await answerBank(admin, 'Fail');
  await admin
    .getByRole('alert')
    .getByText(/unable to authenticate/)
    .waitFor();
  await button(admin, 'Save').click();
  await answerBank(admin, 'Complete');
  await expectSaved(admin);
  const [customer] = (await control.state()).customers;
  if (!customer || customer.deleted) throw new Error('Stripe has no customer');
  expect(customer.invoice_settings.default_payment_method).toMatch(/^pm_/);
  await expect.poll(async () => (await control.state()).taxIds.map(({ type }) => type)).toEqual(['eu_vat']);

  // What is counted in the trial is free, and said to be.
  await tapIn(door, 'Main Stage');
  await openSettings(admin);
  await admin.getByRole('button', { name: /^Usage Free trial until / }).click();
  await admin.getByRole('listitem').getByText('Free', { exact: true }).waitFor();
  await inspect(admin, 'billing-usage');
  await admin.keyboard.press('Escape');

  // A card that fails when it is charged, a day that costs something, and two months.
  await openPayment(admin);
  await saveCard(admin, CARD.failsLater);
  await expectSaved(admin);
  await control.advance(8 * DAY_MS);
  await stripe.stripe.billing.meterEvents.create({
    event_name: 'event_day',
    payload: { stripe_customer_id: customer.id, value: '1' },
  });
  await control.advance(UNTIL_UNPAID_MS);
  for (const device of [admin, door]) {
    await device.getByText('Subscription Inactive').waitFor();
    await button(device, 'Add one to Main Stage. Counting is locked').waitFor();
  }
  await door.getByText('Counting is locked. Tell the organizer.').waitFor();
  await admin.getByText('Counting is locked. Save a card to unlock it.').waitFor();
  await inspect(door, 'billing-locked');
  await inspect(admin, 'billing-locked-own');

  await button(admin, 'Open settings').click();
  await admin.getByRole('button', { name: 'Usage A payment is open. Save a card to pay it.' }).click();
  await admin.getByRole('heading', { name: 'Usage' }).waitFor();
  await inspect(admin, 'billing-usage-unpaid');
  await admin.keyboard.press('Escape');
  await openPayment(admin);
  await saveCard(admin, CARD.good);
  await expectSaved(admin);
  for (const device of [admin, door]) await button(device, 'Add one to Main Stage').waitFor();
  await expect.poll(() => admin.getByText('Subscription Inactive').count()).toBe(0);
  await tapIn(door, 'Main Stage');
  await expect.poll(() => shownCount(admin, 'Main Stage')).toBe('2');
  expect(await control.billed(customer.id)).toMatchObject({ days: 1, cents: 300, paidCents: 300 });
  expect((await control.state()).unexpected).toEqual([]);
  expect(pageErrors).toEqual([]);
});
