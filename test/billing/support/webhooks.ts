import { env } from 'cloudflare:workers';
import type { SentEvent } from '../../support/stripe/objects';
import { type Answer, createClient } from '../../worker/support/client';
import { fakeStripe, stripe } from './stripe';

/** The signature header that Stripe sends, by the test's clock. */
export const sign = (body: string, secret = env.STRIPE_WEBHOOK_SECRET ?? '', at = Date.now()): Promise<string> =>
  stripe.webhooks.generateTestHeaderStringAsync({ payload: body, secret, timestamp: Math.floor(at / 1000) });

/** Posts an event as Stripe does, without Origin and cookie. */
export async function post({ body }: Pick<SentEvent, 'body'>, signature?: string): Promise<Answer> {
  const headers = { 'stripe-signature': signature ?? (await sign(body)) };
  return await createClient().call('POST', '/api/billing/webhook', { body, headers });
}

/** Delivers the waiting events in order and returns them. */
export async function deliver(): Promise<SentEvent[]> {
  const events = await fakeStripe.take();
  for (const event of events) {
    const { status } = await post(event);
    if (status !== 200) throw new Error(`${event.type}: ${status}`);
  }
  return events;
}
