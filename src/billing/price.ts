import type { Stripe } from 'stripe';
import type { Billing } from './client';

/** The price of an event's day, as `npm run stripe:setup` made it. Amounts are nowhere else (design section 5). */
export async function readPrice({ stripe, priceLookupKey }: Billing): Promise<Stripe.Price> {
  const { data } = await stripe.prices.list({ lookup_keys: [priceLookupKey], active: true, limit: 1 });
  const [price] = data;
  if (!price) throw new Error(`Stripe has no price '${priceLookupKey}': run npm run stripe:setup`);
  return price;
}
