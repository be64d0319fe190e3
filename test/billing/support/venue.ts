import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { SESSION_MS } from '../../../src/shared/limits';
import { businessDay, DEFAULT_DAY_CLOCK } from '../../../src/shared/rules/business-day';
import { CardSetupSchema } from '../../../src/shared/schemas/billing';
import { type Account, openAccount } from './account';
import { createArea, createEvent } from '../../worker/support/accounts';
import type { Answer, Client } from '../../worker/support/client';
import { markedDays } from '../../worker/support/days';
import { expectDocumented } from '../../worker/support/documented';
import { clientIdOf } from '../../worker/support/room';
import { until } from './clock';
import { fakeStripe } from './fake-stripe';

const AccountSchema = z.object({
  user_id: z.string(),
  subscription_status: z.nullable(z.string()),
  trial_ends_at: z.number(),
  stripe_customer_id: z.nullable(z.string()),
  period_starts_at: z.nullable(z.number()),
  period_ends_at: z.nullable(z.number()),
});
const DaySchema = z.object({
  event_id: z.string(),
  day: z.string(),
  billable_at: z.nullable(z.number()),
  settled_at: z.nullable(z.number()),
});

export const VISA = '4242424242424242';
/** Saved without a word, and declined when it is to pay. */
export const DECLINED_LATER = '4000000000000341';

interface CountedEvent {
  eventId: string;
  areaId: string;
}

async function openEvent(admin: Pick<Account, 'client' | 'email'>): Promise<CountedEvent> {
  const { eventId } = await createEvent(admin);
  const { areaId } = await createArea(admin, eventId);
  return { eventId, areaId };
}

/** An admin with an event that is counted in, and what is known of the account on both sides. */
export class Venue {
  private seq = 0;
  /** `eventId:day` of each business day on which something was counted outside the trial. */
  readonly costly = new Set<string>();
  readonly free = new Set<string>();

  private constructor(
    readonly userId: string,
    readonly email: string,
    readonly client: Client,
    private event: CountedEvent,
    /** Of the sign-up. */
    readonly trialEndsAt: number,
  ) {}

  static async open(account: Promise<Account> = openAccount()): Promise<Venue> {
    const { userId, email, client, trialEndsAt } = await account;
    return new Venue(userId, email, client, await openEvent({ client, email }), trialEndsAt);
  }

  get eventId(): string {
    return this.event.eventId;
  }

  /** Deletes the event, and goes on with another. */
  async replaceEvent(): Promise<void> {
    await this.client.call('DELETE', `/api/events/${this.eventId}`);
    this.event = await openEvent(this);
    this.seq = 0;
  }

  get hub() {
    return env.HUBS.get(env.HUBS.idFromName(this.userId));
  }

  get room() {
    return env.ROOMS.get(env.ROOMS.idFromName(this.eventId));
  }

  /** Runs what is due until nothing is, or all that is left waits for later. */
  async settle(): Promise<void> {
    for (let runs = 0; runs < 20 && (await this.jobDueAt()) <= Date.now(); runs += 1) {
      await runDurableObjectAlarm(this.hub);
    }
  }

  /** When the hub tries again; Infinity without a job. */
  async jobDueAt(): Promise<number> {
    return await runInDurableObject(this.hub, (_hub, { storage }) => {
      const [row] = storage.sql.exec('SELECT due_at FROM job').toArray();
      return row ? z.parse(z.number(), row['due_at']) : Infinity;
    });
  }

  /** One person comes in: the day is on record when this returns. False when counting is locked. */
  async count(): Promise<boolean> {
    const at = Date.now();
    // Stripe may have heard of the account so late that it got a grace.
    const { trial_ends_at: trialEndsAt } = await this.account();
    this.seq += 1;
    const answer = await this.client.post(`/api/events/${this.eventId}/occupancy`, {
      clientId: clientIdOf(1),
      seq: this.seq,
      sentAt: at,
      taps: [{ areaId: this.event.areaId, change: 1, at }],
    });
    if (answer.status !== 200) throw new Error(`The tap: ${answer.status} ${JSON.stringify(answer.body)}`);
    const { ack } = z.parse(z.object({ ack: z.object({ rejected: z.optional(z.array(z.unknown())) }) }), answer.body);
    if ((ack.rejected?.length ?? 0) > 0) return false;
    const day = `${this.eventId}:${businessDay(at, DEFAULT_DAY_CLOCK).day}`;
    (at >= trialEndsAt ? this.costly : this.free).add(day);
    await until(async () => (await markedDays(this.room)).every(({ isDelivered }) => isDelivered), 'the day in D1');
    return true;
  }

  /** As if the admin had used the app in between: a session lasts thirty days, and a login takes its time. */
  async staySignedIn(): Promise<void> {
    const expiresAt = Date.now() + SESSION_MS;
    await env.DB.prepare('UPDATE sessions SET expires_at = ? WHERE user_id = ?').bind(expiresAt, this.userId).run();
  }

  openSetup(): Promise<Answer> {
    return this.ask('/api/billing/create-setup-intent');
  }

  /** As the card form does: sets up, confirms at Stripe, attaches. The answer to the last. */
  async saveCard(number = VISA): Promise<Answer> {
    const { clientSecret } = z.parse(CardSetupSchema, (await this.openSetup()).body);
    const intent = await fakeStripe.confirmSetup(setupIdOf(clientSecret), number, { outcome: 'complete' });
    return await this.attach(idOf(intent.payment_method));
  }

  /** As {@link saveCard}, whether Stripe answers or not. */
  async tryCard(number: string): Promise<void> {
    const setup = z.safeParse(CardSetupSchema, (await this.openSetup()).body);
    if (!setup.success) return;
    const intent = await fakeStripe.confirmSetup(setupIdOf(setup.data.clientSecret), number);
    await this.attach(idOf(intent.payment_method));
  }

  attach(paymentMethodId: unknown): Promise<Answer> {
    return this.ask('/api/billing/attach-payment-method', { payment_method_id: paymentMethodId });
  }

  /** Whatever it comes to, the OpenAPI document says so. */
  private async ask(path: `/api/${string}`, body?: unknown): Promise<Answer> {
    const answer = await this.client.post(path, body);
    expectDocumented(`POST ${path}`, answer);
    return answer;
  }

  async status(): Promise<string | null> {
    const { body } = await this.client.get('/api/users/me');
    return z.parse(z.object({ subscriptionStatus: z.nullable(z.string()) }), body).subscriptionStatus;
  }

  async account() {
    const row = env.DB.prepare('SELECT * FROM users WHERE user_id = ?').bind(this.userId);
    return z.parse(AccountSchema, await row.first());
  }

  async customerId(): Promise<string> {
    return z.parse(z.string(), (await this.account()).stripe_customer_id);
  }

  async subscriptions() {
    const customers = await this.customers();
    return (await fakeStripe.state()).subscriptions.filter(({ customer }) => customers.includes(idOf(customer)));
  }

  /** All that Stripe ever made for the account. */
  async customers(): Promise<string[]> {
    const { customers, subscriptions } = await fakeStripe.state();
    const living = customers.filter((one) => !one.deleted && one.metadata['userId'] === this.userId);
    const subscribed = subscriptions.filter((one) => one.metadata['userId'] === this.userId);
    return [...new Set([...living.map(({ id }) => id), ...subscribed.map(({ customer }) => idOf(customer))])];
  }

  async days() {
    const rows = env.DB.prepare('SELECT * FROM activity_days WHERE owner_id = ? ORDER BY day').bind(this.userId);
    return z.parse(z.array(DaySchema), (await rows.all()).results);
  }
}

/** What the fake refers to, it refers to by its id. */
const idOf = (reference: unknown): string => z.parse(z.string(), reference);

export const setupIdOf = (clientSecret: string): string => clientSecret.split('_secret')[0] ?? '';
