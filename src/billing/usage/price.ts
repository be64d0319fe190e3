import type { Stripe } from 'stripe';
import type { Env } from '../../env';
import { type Billing, openBilling } from '../client';

/** Reads the price of one active day, which `npm run stripe:setup` created (docs/product.md, B2). */
export async function readPrice({ stripe, priceLookupKey }: Billing): Promise<Stripe.Price> {
  const { data } = await stripe.prices.list({ lookup_keys: [priceLookupKey], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new Error(`Stripe has no price '${priceLookupKey}': run npm run stripe:setup`);
  return price;
}

/** Checks that Stripe answers and has our price; throws otherwise. Without a Stripe key there is nothing to check. */
export async function askForPrice(env: Env): Promise<void> {
  const billing = openBilling(env, { retries: 0 });
  if (billing !== null) await readPrice(billing);
}
