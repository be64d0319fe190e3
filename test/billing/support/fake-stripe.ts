import { env } from 'cloudflare:workers';
import { StripeControl } from '../../support/stripe/control';

/** This runtime's own fake of Stripe: new before each test, with the product's meter and price in it. */
export const fakeStripe = new StripeControl(env.STRIPE_API_BASE ?? '');
