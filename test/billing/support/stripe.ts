import { env } from 'cloudflare:workers';
import { Stripe } from 'stripe';
import { openDoors } from '../../support/stripe/control';

const { hostname, port, origin } = new URL(env.STRIPE_API_BASE ?? '');

/** This runtime's own fake of Stripe: new before each test, with the product's meter and price in it. */
export const fakeStripe = openDoors(origin);

/** Stripe's own client, for what a test does there by itself. */
export const stripe = new Stripe(env.STRIPE_SECRET_KEY ?? '', {
  host: hostname,
  port,
  protocol: 'http',
  maxNetworkRetries: 0,
});
