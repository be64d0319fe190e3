import { expect, test } from 'vitest';
import { Bench } from './support';

const bench = new Bench().use();

const intentOf = async (customer: string) =>
  bench.stripe.setupIntents.create({ customer, usage: 'off_session', allowed_payment_method_types: ['card'] });

test('a confirmed setup attaches the card; it pays once it is the default', async () => {
  const { id: customer } = await bench.customer();
  const { id } = await intentOf(customer);
  await bench.events();
  const intent = await bench.control.confirmSetup(id, '4242 4242 4242 4242', {
    billingDetails: { name: 'Ada', address: { country: 'CH' } },
  });
  expect(intent.status).toBe('succeeded');
  expect(await bench.events()).toEqual(['payment_method.attached', 'setup_intent.succeeded']);
  if (typeof intent.payment_method !== 'string') throw new Error('No card');
  const method = await bench.stripe.paymentMethods.retrieve(intent.payment_method);
  expect(method).toMatchObject({ customer, card: { last4: '4242' }, billing_details: { name: 'Ada' } });
  const invoice_settings = { default_payment_method: method.id };
  await bench.stripe.customers.update(customer, { invoice_settings });
  const { data } = await bench.stripe.paymentMethods.list({ customer });
  expect(data.map((each) => each.id)).toEqual([method.id]);
});

test.each([
  ['4000 0000 0000 0002', 'card_declined'],
  ['4000 0000 0000 9995', 'card_declined'],
  ['4000 0000 0000 0069', 'expired_card'],
  ['4242 4242 4242 4241', 'incorrect_number'],
])('%s is not taken: %s', async (number, code) => {
  const { id: customer } = await bench.customer();
  const { id } = await intentOf(customer);
  await expect(bench.control.confirmSetup(id, number)).rejects.toThrow(code);
  const intent = await bench.stripe.setupIntents.retrieve(id);
  expect(intent).toMatchObject({ status: 'requires_payment_method', last_setup_error: { code } });
});

test.each([
  ['complete', 'succeeded'],
  ['fail', 'requires_payment_method'],
] as const)('3-D Secure, %s: %s', async (outcome, status) => {
  const { id: customer } = await bench.customer();
  const { id } = await intentOf(customer);
  expect((await bench.control.confirmSetup(id, '4000002500003155')).status).toBe('requires_action');
  const { client_secret } = await bench.stripe.setupIntents.retrieve(id);
  const answer = await fetch(`${bench.fake.url}/v1/setup_intents/${id}/authenticate`, {
    method: 'POST',
    body: new URLSearchParams({ key: 'pk_test_x', client_secret: client_secret ?? '', outcome }),
  });
  expect(answer.ok).toBe(outcome === 'complete');
  expect((await bench.stripe.setupIntents.retrieve(id)).status).toBe(status);
});

test('the browser’s door wants its own key, the intent’s secret, and no empty texts', async () => {
  const { id: customer } = await bench.customer();
  const { id, client_secret } = await intentOf(customer);
  const confirm = async (change: Record<string, string>) => {
    const form = {
      key: 'pk_test_x',
      client_secret: client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
      ...change,
    };
    const url = `${bench.fake.url}/v1/setup_intents/${id}/confirm`;
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(form) });
    return [answer.status, (await answer.json()).error?.code];
  };
  expect(await confirm({ key: 'sk_test_x' })).toEqual([401, undefined]);
  expect(await confirm({ client_secret: 'seti_other_secret_x' })).toEqual([400, 'setup_intent_invalid_parameter']);
  const details = 'payment_method_data[billing_details]';
  expect(await confirm({ [`${details}[name]`]: '' })).toEqual([400, 'parameter_invalid_empty']);
  expect(await confirm({ [`${details}[address][city]`]: '' })).toEqual([400, 'parameter_invalid_empty']);
  expect(await confirm({})).toEqual([200, undefined]);
  expect(await confirm({})).toEqual([400, 'setup_intent_unexpected_state']);
});

test('a card is one customer’s, and gone once it is detached', async () => {
  const { id: ada } = await bench.customer();
  const { id: bob } = await bench.customer();
  const { id } = await bench.control.saveCard(ada, '4242424242424242');
  const { customers, paymentMethods } = bench.stripe;
  const invoice_settings = { default_payment_method: id };
  await expect(customers.update(bob, { invoice_settings })).rejects.toMatchObject({ code: 'resource_missing' });
  await expect(paymentMethods.attach(id, { customer: bob })).rejects.toMatchObject({ statusCode: 400 });
  await bench.events();
  await bench.control.detachCard(id);
  expect(await bench.events()).toEqual(['customer.updated', 'payment_method.detached']);
  expect(await customers.retrieve(ada)).toMatchObject({ invoice_settings: { default_payment_method: null } });
  await expect(paymentMethods.attach(id, { customer: ada })).rejects.toMatchObject({ statusCode: 400 });
});
