import type Stripe from 'stripe';
import type {
  ControlAction,
  ControlActions,
  Fault,
  LoggedRequest,
  Settings,
  SignedEvent,
  State,
} from './control-types';

type Input<K extends ControlAction> = ControlActions[K]['input'];
type Output<K extends ControlAction> = ControlActions[K]['output'];

/** Drives a fake of Stripe from anywhere: it needs nothing but fetch. */
export class StripeControl {
  constructor(readonly url: string) {}

  /** Forgets everything; time stands still at `nowMs` (now) unless it is `ticking`. */
  async reset(options: Input<'reset'> = {}): Promise<void> {
    await this.call('reset', options);
  }

  settings(change: Partial<Settings>): Promise<Settings> {
    return this.call('settings', change);
  }

  /** Makes the product's meter, product and price. Returns the ids of meter and price. */
  catalogue(lookupKey: string): Promise<Output<'catalogue'>> {
    return this.call('catalogue', { lookupKey });
  }

  /** Moves time on, epoch ms; all that falls due happens in order. Returns the new now. */
  async moveTo(nowMs: number): Promise<number> {
    return (await this.call('clock', { nowMs })).nowMs;
  }

  async advance(advanceMs: number): Promise<number> {
    return (await this.call('clock', { advanceMs })).nowMs;
  }

  /** The next `times` calls that match fail. */
  async fail(fault: Fault): Promise<void> {
    await this.call('fail', fault);
  }

  /** While it is down, each connection ends without an answer. */
  async setDown(down: boolean): Promise<void> {
    await this.call('down', { down });
  }

  /** Takes back all failures that are still to come. */
  async heal(): Promise<void> {
    await this.call('heal', null);
  }

  /** From now on webhooks are posted to `url` (loopback); with null they wait to be taken. */
  async sendWebhooksTo(url: string | null): Promise<void> {
    await this.call('webhooks', { url });
  }

  /** Until all webhooks that are posted by themselves have arrived, or are given up. */
  async webhooksDelivered(): Promise<void> {
    await this.call('idle', null);
  }

  /** The webhooks that wait, in order, signed now; they wait no longer. */
  take(): Promise<SignedEvent[]> {
    return this.call('take', null);
  }

  /** Webhooks of before once more, signed now. */
  redeliver(ids: string[]): Promise<SignedEvent[]> {
    return this.call('redeliver', { ids });
  }

  state(): Promise<State> {
    return this.call('state', null);
  }

  /** All calls of the API since the reset. */
  requests(): Promise<LoggedRequest[]> {
    return this.call('requests', null);
  }

  /** What the customer does in the browser: a card number, and the answer to their bank where it asks. */
  confirmSetup(
    id: string,
    number: string,
    more: Pick<Input<'confirm-setup'>, 'billingDetails' | 'outcome'> = {},
  ): Promise<Stripe.SetupIntent> {
    return this.call('confirm-setup', { id, number, ...more });
  }

  /** As if the customer had saved this card before: it is attached, and pays. */
  saveCard(customer: string, number: string): Promise<Stripe.PaymentMethod> {
    return this.call('save-card', { customer, number });
  }

  setStatus(id: string, status: Stripe.Subscription.Status): Promise<Stripe.Subscription> {
    return this.call('set-status', { id, status });
  }

  async detachCard(id: string): Promise<void> {
    await this.call('detach-card', { id });
  }

  async deleteCustomer(id: string): Promise<void> {
    await this.call('delete-customer', { id });
  }

  /** The days and amounts on all final invoices of a customer. */
  billed(customer: string): Promise<Output<'billed'>> {
    return this.call('billed', { customer });
  }

  /** @throws {Error} with Stripe's words, where it refused */
  private async call<K extends ControlAction>(name: K, input: Input<K>): Promise<Output<K>> {
    const answer = await fetch(`${this.url}/_test/${name}`, { method: 'POST', body: JSON.stringify(input) });
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
