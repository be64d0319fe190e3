import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withStripe } from '../../../src/routes/stripe-policy';
import { answerBank, cardNumber, routeStripeJs } from '../../support/stripe/route-stripe-js';
import { type RunningFake, startFakeStripe } from '../../support/stripe/server';
import { withBrowser } from '../support/browser';

const { openDevice, pageErrors } = withBrowser();

let running: RunningFake;
beforeAll(async () => {
  running = await startFakeStripe();
}, 60_000);
afterAll(() => running.stop());
beforeEach(() => running.fake.reset());

/** A page that has nothing but Stripe.js and the card element, under the policy of the app's page. */
async function openForm(): Promise<Page> {
  const page = await openDevice();
  await page.route('https://form.test/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': withStripe("default-src 'self'") },
      body: '<!doctype html><script src="https://js.stripe.com/endive/stripe.js"></script><div id="card"></div>',
    }),
  );
  await routeStripeJs(page.context(), running.url);
  await page.goto('https://form.test/');
  await page.evaluate(() => {
    const stripe = Reflect.get(window, 'Stripe')('pk_test_headroom');
    const card = stripe.elements().create('card', { hidePostalCode: true });
    card.on('ready', () => document.body.append('ready'));
    card.mount('#card');
    Object.assign(window, { stripe, card });
  });
  await page.getByText('ready').waitFor();
  return page;
}

async function newIntent(): Promise<{ id: string; secret: string }> {
  const { id: customer } = await running.stripe.customers.create();
  const { id, client_secret } = await running.stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
  });
  return { id, secret: client_secret ?? '' };
}

/** How the confirmation ends: the intent's status, or the error's code. */
const confirm = (page: Page, secret: string, details: object = { name: 'Ada' }): Promise<string> =>
  page.evaluate(
    async ([clientSecret, billing_details]) => {
      const data = { payment_method: { card: Reflect.get(window, 'card'), billing_details } };
      const { setupIntent, error } = await Reflect.get(window, 'stripe').confirmCardSetup(clientSecret, data);
      return error ? error.code : setupIntent.status;
    },
    [secret, details] as const,
  );

const ENDINGS = [
  ['4242 4242 4242 4242', null, 'succeeded', 'succeeded'],
  ['4000 0000 0000 0002', null, 'card_declined', 'requires_payment_method'],
  ['4242', null, 'incomplete_number', 'requires_payment_method'],
  ['4000 0025 0000 3155', 'Complete', 'succeeded', 'succeeded'],
  ['4000 0025 0000 3155', 'Fail', 'setup_intent_authentication_failure', 'requires_payment_method'],
] as const;

test('each card ends as Stripe says, and is asked about again', async () => {
  const page = await openForm();
  for (const [number, answer, outcome, status] of ENDINGS) {
    const { id, secret } = await newIntent();
    await cardNumber(page).fill(number);
    const confirmed = confirm(page, secret);
    if (answer) await answerBank(page, answer);
    expect(await confirmed, number).toBe(outcome);
    const asked = await page.evaluate(
      (clientSecret) => Reflect.get(window, 'stripe').retrieveSetupIntent(clientSecret),
      secret,
    );
    expect(asked.setupIntent, number).toMatchObject({ id, status });
  }
  expect(pageErrors).toEqual([]);
});

test('it is strict in what it is given', async () => {
  const page = await openForm();
  const { secret } = await newIntent();
  await cardNumber(page).fill('4242 4242 4242 4242');
  expect(await confirm(page, secret, { name: '' })).toBe('parameter_invalid_empty');
  expect(await confirm(page, `${secret}x`)).toBe('setup_intent_invalid_parameter');
  await expect(confirm(page, secret, { nickname: 'Ada' })).rejects.toThrow('Unrecognized parameter');
  await expect(confirm(page, 'pi_1_secret_2')).rejects.toThrow('Invalid client secret');
  await page.evaluate(() => Reflect.get(window, 'card').destroy());
  await expect(confirm(page, secret)).rejects.toThrow('not mounted');
});
