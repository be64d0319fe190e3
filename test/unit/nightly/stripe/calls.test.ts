import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { Bench, DAY_MS, DAY_S, START } from './support';

const bench = new Bench().use();

/** Calls by hand what the SDK's types forbid. */
const call = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${bench.fake.url}${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_x', 'Stripe-Version': '2026-10-28.endive', ...headers },
    body: new URLSearchParams(form),
  });

const refusal = async (path: string, form: Record<string, string>) => {
  const answer = await call(path, form);
  const { error } = await answer.json();
  return [answer.status, error.code, error.param];
};

test.each([
  ['/v1/customers', { nickname: 'x' }, ['parameter_unknown', 'nickname']],
  ['/v1/customers', { 'address[street]': 'x' }, ['parameter_unknown', 'address[street]']],
  ['/v1/customers', { email: 'nobody' }, ['email_invalid', 'email']],
  ['/v1/customers', { 'address[country]': 'Germany' }, [undefined, 'address[country]']],
  ['/v1/setup_intents', { 'payment_method_types[0]': 'card' }, ['parameter_unknown', 'payment_method_types']],
  ['/v1/setup_intents', { 'allowed_payment_method_types[0]': 'cards' }, [undefined, 'allowed_payment_method_types[0]']],
  ['/v1/setup_intents', { customer: 'cus_nobody' }, ['resource_missing', 'customer']],
  ['/v1/setup_intents', { customer: '' }, ['parameter_invalid_empty', 'customer']],
  ['/v1/setup_intents', { usage: '' }, [undefined, 'usage']],
  ['/v1/billing/meter_events', { event_name: 'event_day' }, ['parameter_missing', 'payload']],
  ['/v1/prices', { currency: 'usd', unit_amount: '300' }, [undefined, 'product']],
  ['/v1/prices', { currency: 'usd', unit_amount: 'x' }, ['parameter_invalid_integer', 'unit_amount']],
])('%s refuses %j', async (path, form, [code, param]) => {
  expect(await refusal(path, form)).toEqual([400, code, param]);
});

test.each([
  [{ quantity: 1 }, {}, 'items[0][quantity]'],
  [{}, { trial_end: START / 1000 - 1 }, 'trial_end'],
  [{}, { trial_end: START / 1000 + DAY_S, trial_period_days: 7 }, 'trial_end'],
  [{ price: 'price_none' }, {}, 'items[0][price]'],
])('a subscription with %j and %j is refused', async (item, more, param) => {
  const { id: customer } = await bench.customer();
  const create = bench.stripe.subscriptions.create({ customer, items: [{ price: bench.price, ...item }], ...more });
  await expect(create).rejects.toMatchObject({ statusCode: 400, param });
});

test('a metered price needs a meter, and its lookup key is its own', async () => {
  const price = { currency: 'usd', unit_amount: 300, product_data: { name: 'x' }, lookup_key: 'headroom_event_day' };
  const metered = { interval: 'month', usage_type: 'metered' } as const;
  const { prices } = bench.stripe;
  await expect(prices.create({ ...price, recurring: metered })).rejects.toMatchObject({
    code: 'parameter_missing',
    param: 'recurring[meter]',
  });
  const recurring = { ...metered, meter: bench.meter };
  await expect(prices.create({ ...price, recurring })).rejects.toMatchObject({ statusCode: 400 });
  const next = await prices.create({ ...price, recurring, transfer_lookup_key: true });
  const found = await prices.list({ lookup_keys: ['headroom_event_day'] });
  expect(found.data.map(({ id }) => id)).toEqual([next.id]);
});

test.each([
  ['eu_vat', 'DE123456789', true],
  ['eu_vat', '123', false],
  ['us_ein', '12-3456789', true],
  ['us_ein', '123456789', false],
  ['ch_vat', 'CHE-123.456.789 MWST', true],
  ['au_abn', '12345678912', true],
] as const)('tax id %s %s: %s', async (type, value, isTaken) => {
  const { id: customer } = await bench.customer();
  const made = bench.stripe.customers.createTaxId(customer, { type, value });
  if (!isTaken) {
    await expect(made).rejects.toMatchObject({ statusCode: 400, code: 'tax_id_invalid' });
    return;
  }
  const { id } = await made;
  const { data } = await bench.stripe.customers.listTaxIds(customer);
  expect(data.map((taxId) => taxId.id)).toEqual([id]);
  expect(await bench.stripe.customers.deleteTaxId(customer, id)).toMatchObject({ deleted: true });
});

test('an empty text clears a field, and metadata are merged', async () => {
  const { id } = await bench.stripe.customers.create({ name: 'Ada', metadata: { userId: 'u1', a: '1' } });
  const changed = await bench.stripe.customers.update(id, { name: '', address: { city: 'Bern' }, metadata: { a: '' } });
  expect(changed).toMatchObject({ name: null, address: { city: 'Bern', line1: null } });
  expect(changed.metadata).toEqual({ userId: 'u1' });
});

test('search finds a new customer only after a while; it forgets a deleted one', async () => {
  const { id } = await bench.customer();
  const search = async () => (await bench.stripe.customers.search({ query: "metadata['userId']:'u1'" })).data.length;
  expect(await search()).toBe(0);
  await bench.control.advance(60_000);
  expect(await search()).toBe(1);
  await bench.stripe.customers.del(id);
  expect(await search()).toBe(0);
});

test('lists are paged, the newest first', async () => {
  for (let count = 0; count < 12; count += 1) await bench.customer();
  const first = await bench.stripe.customers.list();
  expect([first.data.length, first.has_more]).toEqual([10, true]);
  const all = await bench.stripe.customers.list({ limit: 5 }).autoPagingToArray({ limit: 100 });
  expect(new Set(all.map(({ id }) => id)).size).toBe(12);
});

test('ids are expanded where a call asks for it', async () => {
  const { subscription, customer } = await bench.active();
  const expand = ['customer.invoice_settings.default_payment_method', 'latest_invoice'];
  const whole = await bench.stripe.subscriptions.retrieve(subscription, { expand });
  expect(whole).toMatchObject({
    customer: { id: customer, invoice_settings: { default_payment_method: { card: { last4: '4242' } } } },
    latest_invoice: { status: 'paid', total: 0 },
  });
  await expect(bench.stripe.subscriptions.retrieve(subscription, { expand: ['status'] })).rejects.toMatchObject({
    param: 'expand',
  });
});

test('the same key and parameters get the same answer for a day, others are refused', async () => {
  const options = { idempotencyKey: 'key-1' };
  const first = await bench.stripe.customers.create({ email: 'ada@example.com' }, options);
  const again = await bench.stripe.customers.create({ email: 'ada@example.com' }, options);
  expect(again.id).toBe(first.id);
  expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  const other = bench.stripe.customers.create({ email: 'bob@example.com' }, options);
  await expect(other).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
  await bench.control.advance(DAY_MS);
  expect((await bench.stripe.customers.create({ email: 'ada@example.com' }, options)).id).not.toBe(first.id);
});

test('a call whose answer was lost was done: its repetition gets the answer', async () => {
  await bench.control.fail({ type: 'drop-answer', times: 1, path: '/v1/customers' });
  // The SDK itself repeats a call once whose connection was closed.
  await bench.stripe.customers.create({ email: 'ada@example.com' }, { idempotencyKey: 'key-1' });
  const { customers } = await bench.control.state();
  expect(customers).toHaveLength(1);
  expect((await bench.control.requests()).map(({ status, replayed }) => [status, replayed])).toEqual([
    [null, false],
    [200, true],
  ]);
});

test.each([
  [429, Stripe.errors.StripeRateLimitError],
  [500, Stripe.errors.StripeAPIError],
  [402, Stripe.errors.StripeCardError],
] as const)('asked to, it fails with %i so many times, and nothing is done', async (status, kind) => {
  await bench.control.fail({ type: 'status', status, times: 1, method: 'POST' });
  await expect(bench.customer()).rejects.toBeInstanceOf(kind);
  expect((await bench.control.state()).customers).toEqual([]);
  await bench.customer();
});

test('while it is down, nobody gets an answer; a call that hangs ends at the caller’s timeout', async () => {
  await bench.control.setDown(true);
  await expect(bench.customer()).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
  await bench.control.heal();
  await bench.customer();
  await bench.control.fail({ type: 'hang', times: 1 });
  const slow = bench.stripe.customers.list({}, { timeout: 50 });
  await expect(slow).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError);
});

test('what it does not know is refused, and remembered', async () => {
  await expect(bench.stripe.charges.list()).rejects.toMatchObject({ statusCode: 404 });
  expect((await call('/v1/customers', {}, { 'Stripe-Version': '2020-08-27' })).status).toBe(400);
  expect((await call('/v1/customers', {}, { Authorization: 'Bearer pk_test_x' })).status).toBe(401);
  expect((await bench.control.state()).unexpected).toHaveLength(3);
});
