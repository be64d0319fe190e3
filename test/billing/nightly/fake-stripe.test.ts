import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { fakeStripe } from '../support/fake-stripe';
import { stripe } from '../support/stripe';

test("Stripe's own client reaches the fake from the worker's runtime, and trusts its webhooks", async () => {
  const client = stripe();
  const prices = await client.prices.list({ lookup_keys: [env.STRIPE_PRICE_LOOKUP_KEY] });
  expect(prices.data).toMatchObject([{ unit_amount: 300, recurring: { usage_type: 'metered' } }]);

  const customer = await client.customers.create({ email: 'ada@example.com' });
  const [webhook] = await fakeStripe.take();
  const event = await client.webhooks.constructEventAsync(
    webhook?.body ?? '',
    webhook?.signature ?? '',
    env.STRIPE_WEBHOOK_SECRET ?? '',
  );
  expect(event).toMatchObject({ type: 'customer.created', data: { object: { id: customer.id } } });
});

test('each test has a fake of its own', async () => {
  const { customers, prices } = await fakeStripe.state();
  expect([customers.length, prices.length]).toEqual([0, 1]);
});
