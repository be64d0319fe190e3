import { Stripe } from 'stripe';
import { type Database, openDatabase } from '../db/client';
import type { Env } from '../env';
import { PRICE_LOOKUP_KEY } from './catalog';

/** How long a call to Stripe may take, in ms. A person may be waiting, and Stripe is faster than that. */
const TIMEOUT_MS = 10_000;
/** The objects that every step of billing uses. */
export interface Billing {
  stripe: Stripe;
  db: Database;
  priceLookupKey: string;
  /** Returns the present time, epoch ms. */
  now: () => number;
}

type StripeEnv = Pick<Env, 'STRIPE_SECRET_KEY' | 'STRIPE_API_BASE'>;

/**
 * Creates Stripe's client; null when billing is off (docs/product.md, B4). The client repeats a failed call at once, up
 * to `retries` times. Callers set that when a person waits or when no job would repeat the call.
 */
export function openStripe({ STRIPE_SECRET_KEY, STRIPE_API_BASE }: StripeEnv, retries: number): Stripe | null {
  if (!STRIPE_SECRET_KEY) return null;
  return new Stripe(STRIPE_SECRET_KEY, {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: retries,
    telemetry: false,
    ...(STRIPE_API_BASE && addressOf(STRIPE_API_BASE)),
  });
}

function addressOf(base: string) {
  const { protocol, hostname, port } = new URL(base);
  if (protocol === 'http:') return { protocol: 'http', host: hostname, port: port || '80' } as const;
  return { protocol: 'https', host: hostname, port: port || '443' } as const;
}

/** Creates everything that billing needs; null when billing is off. `retries` is as in {@link openStripe}. */
export function openBilling(env: Env, { retries }: { retries: number }): Billing | null {
  const stripe = openStripe(env, retries);
  if (stripe === null) return null;
  return {
    stripe,
    db: openDatabase(env.DB),
    priceLookupKey: env.STRIPE_PRICE_LOOKUP_KEY || PRICE_LOOKUP_KEY,
    now: () => Date.now(),
  };
}
