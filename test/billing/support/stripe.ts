import { env } from 'cloudflare:workers';
import { Stripe } from 'stripe';
import { openDoors } from '../../support/stripe/control';

const { hostname, port, origin } = new URL(env.STRIPE_API_BASE ?? '');

/** The fake Stripe of this runtime. It is new before each test and has the product's meter and price. */
export const fakeStripe = openDoors(origin);

/** Stripe's own client, for calls that a test makes itself. */
export const stripe = new Stripe(env.STRIPE_SECRET_KEY ?? '', {
  host: hostname,
  port,
  protocol: 'http',
  maxNetworkRetries: 0,
});
