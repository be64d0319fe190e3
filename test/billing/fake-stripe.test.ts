import { env } from 'cloudflare:workers';
import { Stripe } from 'stripe';
import { expect, test } from 'vitest';
import { fakeStripe } from './support/fake-stripe';

function client(): Stripe {
  const { hostname, port } = new URL(env.STRIPE_API_BASE ?? '');
  return new Stripe(env.STRIPE_SECRET_KEY ?? '', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
}

test("Stripe's own client reaches the fake from the worker's runtime, and trusts its webhooks", async () => {
  const stripe = client();
  const prices = await stripe.prices.list({ lookup_keys: [env.STRIPE_PRICE_LOOKUP_KEY] });
  expect(prices.data).toMatchObject([{ unit_amount: 300, recurring: { usage_type: 'metered' } }]);

  const customer = await stripe.customers.create({ email: 'ada@example.com' });
  const [webhook] = await fakeStripe.take();
  const event = await stripe.webhooks.constructEventAsync(
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
