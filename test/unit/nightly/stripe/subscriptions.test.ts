import { expect, test } from 'vitest';
import { Bench, DAY_MS, DAY_S, START } from './support';

const bench = new Bench().use();

test('a trial with a card becomes active, and its usage is on no invoice', async () => {
  const { id: customer } = await bench.customer();
  const { id, status, items } = await bench.trial(customer);
  expect(status).toBe('trialing');
  expect(items.data[0]?.current_period_end).toBe(START / 1000 + 7 * DAY_S);
  await bench.use1(customer, 'day-1');
  await bench.control.saveCard(customer, '4242424242424242');
  await bench.events();

  await bench.control.advance(7 * DAY_MS);
  expect(await bench.events()).toEqual([
    'customer.subscription.trial_will_end',
    'customer.subscription.updated',
    'invoice.created',
  ]);
  const active = await bench.stripe.subscriptions.retrieve(id);
  expect(active.status).toBe('active');
  expect(active.items.data[0]).toMatchObject({
    current_period_start: START / 1000 + 7 * DAY_S,
    current_period_end: Date.UTC(2026, 11, 10, 12) / 1000,
  });

  await bench.control.advance(2 * 3_600_000);
  expect(await bench.control.billed(customer)).toEqual({ days: 0, cents: 0, paidCents: 0 });
});

test('a trial without a card is canceled for good', async () => {
  const { id: customer } = await bench.customer();
  const { id } = await bench.trial(customer);
  await bench.control.advance(7 * DAY_MS);
  expect(await bench.status(id)).toBe('canceled');
  expect(await bench.events()).toContain('customer.subscription.deleted');
  await expect(bench.stripe.subscriptions.cancel(id)).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  });
  await expect(bench.stripe.subscriptions.update(id, { trial_end: 'now' })).rejects.toMatchObject({ statusCode: 400 });
  const { data } = await bench.stripe.subscriptions.list({ customer });
  expect(data).toEqual([]);
  const all = await bench.stripe.subscriptions.list({ customer, status: 'all' });
  expect(all.data.map((subscription) => subscription.id)).toEqual([id]);
});

test('a month of usage is drafted at its end, final an hour later, and paid', async () => {
  const { customer, subscription } = await bench.active();
  for (const day of ['a', 'b', 'c']) {
    await bench.control.advance(2 * DAY_MS);
    await bench.use1(customer, day);
  }
  await bench.control.moveTo(Date.UTC(2026, 11, 3, 12));
  const [draft] = (await bench.stripe.invoices.list({ subscription, status: 'draft' })).data;
  expect(draft).toMatchObject({ status: 'draft', total: 900, parent: { subscription_details: { subscription } } });
  expect((await bench.control.billed(customer)).days).toBe(0);

  await bench.events();
  await bench.control.advance(3_600_000);
  expect(await bench.events()).toEqual(['invoice.finalized', 'invoice.paid']);
  expect(await bench.control.billed(customer)).toEqual({ days: 3, cents: 900, paidCents: 900 });
  expect(await bench.stripe.invoices.retrieve(draft?.id ?? '')).toMatchObject({ status: 'paid', amount_paid: 900 });
});

test('a card that is declined: past due, tried again, unpaid; paying the open invoice makes it active', async () => {
  const { customer, subscription } = await bench.active('4000000000000341');
  await bench.use1(customer, 'a');
  await bench.control.moveTo(Date.UTC(2026, 11, 3, 13));
  expect(await bench.status(subscription)).toBe('past_due');
  expect(await bench.events()).toContain('invoice.payment_failed');
  const [open] = (await bench.stripe.invoices.list({ customer, status: 'open' })).data;
  expect(open).toMatchObject({
    attempt_count: 1,
    amount_remaining: 300,
    next_payment_attempt: Date.UTC(2026, 11, 6, 13) / 1000,
  });

  await bench.control.advance(15 * DAY_MS);
  expect(await bench.status(subscription)).toBe('unpaid');
  await expect(bench.stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    decline_code: 'generic_decline',
  });

  await bench.control.saveCard(customer, '4242424242424242');
  expect(await bench.stripe.invoices.pay(open?.id ?? '')).toMatchObject({ status: 'paid' });
  expect(await bench.status(subscription)).toBe('active');
  await expect(bench.stripe.invoices.pay(open?.id ?? '')).rejects.toMatchObject({ statusCode: 400 });
});

test('a card that asks its owner at the payment says so', async () => {
  const { customer } = await bench.active('4000002760003184');
  await bench.use1(customer, 'a');
  await bench.control.moveTo(Date.UTC(2026, 11, 3, 13));
  expect(await bench.events()).toEqual(
    expect.arrayContaining(['invoice.payment_failed', 'invoice.payment_action_required']),
  );
});

test('an unpaid subscription leaves its drafts to be finalised by hand', async () => {
  const { customer, subscription } = await bench.active();
  await bench.use1(customer, 'a');
  await bench.control.setStatus(subscription, 'unpaid');
  await bench.control.moveTo(Date.UTC(2026, 11, 4, 12));
  const [draft] = (await bench.stripe.invoices.list({ customer, status: 'draft' })).data;
  expect(draft).toMatchObject({ auto_advance: false, total: 300 });
  const final = await bench.stripe.invoices.finalizeInvoice(draft?.id ?? '');
  expect(final.status).toBe('open');
  await expect(bench.stripe.invoices.finalizeInvoice(final.id)).rejects.toMatchObject({ statusCode: 400 });
});

test('its latest invoice decides: paying an older one changes nothing', async () => {
  const { customer, subscription } = await bench.active('4000000000000341');
  await bench.control.settings({ retryAfterDays: [90] });
  await bench.use1(customer, 'a');
  await bench.control.moveTo(Date.UTC(2026, 11, 20));
  await bench.use1(customer, 'b');
  await bench.control.moveTo(Date.UTC(2027, 0, 4));
  const { data } = await bench.stripe.invoices.list({ customer, status: 'open' });
  const [latest, older] = data.map(({ id }) => id);
  await bench.control.saveCard(customer, '4242424242424242');
  await bench.stripe.invoices.pay(older ?? '');
  expect(await bench.status(subscription)).toBe('past_due');
  await bench.stripe.invoices.pay(latest ?? '');
  expect(await bench.status(subscription)).toBe('active');
});

test('a paused subscription makes no invoices until it goes on', async () => {
  const { customer, subscription } = await bench.active();
  await bench.use1(customer, 'a');
  await bench.control.setStatus(subscription, 'paused');
  const before = (await bench.control.state()).invoices.length;
  await bench.control.advance(60 * DAY_MS);
  expect((await bench.control.state()).invoices).toHaveLength(before);
  const { items } = await bench.stripe.subscriptions.retrieve(subscription);
  expect(items.data[0]?.current_period_start).toBe(START / 1000);
  await bench.control.setStatus(subscription, 'active');
  await bench.use1(customer, 'b');
  await bench.control.advance(32 * DAY_MS);
  expect((await bench.control.billed(customer)).days).toBe(1);
});

test.each([
  ['drops what was not billed', false, 0],
  ['makes a final invoice of it', true, 1],
])('a cancellation with invoice_now %s', async (_what, invoice_now, days) => {
  const { customer, subscription } = await bench.active();
  await bench.use1(customer, 'a');
  await bench.control.advance(DAY_MS);
  const canceled = await bench.stripe.subscriptions.cancel(subscription, { invoice_now, prorate: false });
  expect(canceled.status).toBe('canceled');
  const [draft] = (await bench.stripe.invoices.list({ customer, status: 'draft' })).data;
  expect(draft !== undefined).toBe(invoice_now);
  if (draft) {
    expect(canceled.latest_invoice).toBe(draft.id);
    await bench.stripe.invoices.finalizeInvoice(draft.id);
    await bench.stripe.invoices.pay(draft.id);
  }
  await bench.control.advance(40 * DAY_MS);
  expect(await bench.control.billed(customer)).toEqual({ days, cents: days * 300, paidCents: days * 300 });
});

test('a second subscription starts at once without a trial', async () => {
  const { id: customer } = await bench.customer();
  const created = await bench.stripe.subscriptions.create({ customer, items: [{ price: bench.price }] });
  expect(created).toMatchObject({ status: 'active', trial_end: null });
  expect(created.items.data[0]?.current_period_end).toBe(Date.UTC(2026, 11, 3, 12) / 1000);
});

test('a deleted customer takes subscriptions and cards along, and is only remembered', async () => {
  const { customer, subscription } = await bench.active();
  await bench.events();
  await bench.stripe.customers.del(customer);
  expect(await bench.events()).toEqual([
    'customer.subscription.deleted',
    'customer.updated',
    'payment_method.detached',
    'customer.deleted',
  ]);
  expect(await bench.status(subscription)).toBe('canceled');
  expect(await bench.stripe.customers.retrieve(customer)).toEqual({ id: customer, object: 'customer', deleted: true });
  await expect(bench.stripe.customers.update(customer, { name: 'x' })).rejects.toMatchObject({
    code: 'resource_missing',
  });
  await expect(bench.stripe.customers.del(customer)).rejects.toMatchObject({ statusCode: 404 });
  await expect(bench.stripe.subscriptions.create({ customer, items: [{ price: bench.price }] })).rejects.toMatchObject({
    statusCode: 400,
    param: 'customer',
  });
});
