import type { Stripe } from 'stripe';
import type { Env } from '../../env';
import { type Billing, openBilling } from '../client';

/** The price of one active day, as `npm run stripe:setup` created it (docs/product.md, B2). */
export async function readPrice({ stripe, priceLookupKey }: Billing): Promise<Stripe.Price> {
  const { data } = await stripe.prices.list({ lookup_keys: [priceLookupKey], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new Error(`Stripe has no price '${priceLookupKey}': run npm run stripe:setup`);
  return price;
}

/** Rejects when Stripe does not answer or does not have our price. Without a key there is nothing to ask. */
export async function askForPrice(env: Env): Promise<void> {
  const billing = openBilling(env, { retries: 0 });
  if (billing !== null) await readPrice(billing);
}
