import { env } from 'cloudflare:workers';
import { Stripe } from 'stripe';

/** Stripe's own client, for what a test does there by itself. */
export function stripe(): Stripe {
  const { hostname, port } = new URL(env.STRIPE_API_BASE ?? '');
  return new Stripe(env.STRIPE_SECRET_KEY ?? '', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
}
