import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { StripeControl } from '../../../support/stripe/control';
import { type RunningFake, startFakeStripe } from '../../../support/stripe/server';

const LOOKUP_KEY = 'headroom_event_day';
export const DAY_MS = 86_400_000;
export const DAY_S = 86_400;
/** Noon of a day whose next months are of 30, 31 and 31 days. */
export const START = Date.UTC(2026, 10, 3, 12);

/** A fake for a file's tests, fresh before each: the real SDK calls it. */
export class Bench {
  private running: RunningFake | null = null;
  meter = '';
  price = '';

  get fake(): RunningFake {
    if (!this.running) throw new Error('Not started');
    return this.running;
  }

  get stripe(): Stripe {
    return this.fake.stripe;
  }

  get control(): StripeControl {
    return new StripeControl(this.fake.url);
  }

  use(): this {
    beforeAll(async () => {
      this.running = await startFakeStripe();
      // Its schemas are made at the very first start.
    }, 60_000);
    beforeEach(async () => {
      await this.control.reset({ nowMs: START });
      Object.assign(this, await this.control.catalogue(LOOKUP_KEY));
    });
    afterAll(() => this.fake.stop());
    return this;
  }

  customer(): Promise<Stripe.Customer> {
    return this.stripe.customers.create({ email: 'ada@example.com', metadata: { userId: 'u1' } });
  }

  /** Seven days of trial, ended without a card by a cancellation. */
  trial(customer: string): Promise<Stripe.Subscription> {
    return this.stripe.subscriptions.create({
      customer,
      items: [{ price: this.price }],
      trial_end: START / 1000 + 7 * DAY_S,
      billing_mode: { type: 'flexible' },
      trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
    });
  }

  /** A customer with a card whose subscription costs from the start. */
  async active(number = '4242424242424242'): Promise<{ customer: string; subscription: string }> {
    const { id: customer } = await this.customer();
    await this.control.saveCard(customer, number);
    const { id } = await this.stripe.subscriptions.create({ customer, items: [{ price: this.price }] });
    return { customer, subscription: id };
  }

  /** One event day, now or at `timestamp` in unix seconds. */
  use1(customer: string, identifier: string, timestamp?: number): Promise<Stripe.Billing.MeterEvent> {
    return this.stripe.billing.meterEvents.create({
      event_name: 'event_day',
      identifier,
      payload: { stripe_customer_id: customer, value: '1' },
      ...(timestamp === undefined ? {} : { timestamp }),
    });
  }

  async status(subscription: string): Promise<string> {
    return (await this.stripe.subscriptions.retrieve(subscription)).status;
  }

  /** The types of the webhooks that wait. */
  async events(): Promise<string[]> {
    return (await this.control.take()).map(({ type }) => type);
  }
}
