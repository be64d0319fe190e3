import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import * as z from 'zod/mini';
import { SESSION_MS } from '../../../src/services/sessions/limits';
import { DAY_MS, HOUR_MS } from '../../../src/shared/durations';
import { businessDay, DEFAULT_DAY_CLOCK } from '../../../src/shared/rules/business-day';
import { CardSetupSchema } from '../../../src/shared/schemas/billing';
import { eventually } from '../../support/eventually';
import { type Admin, createArea, createEvent, signUp } from '../../worker/support/accounts';
import type { Answer, Client } from '../../worker/support/client';
import { markedDays } from '../../worker/support/days';
import { expectDocumented } from '../../worker/support/documented';
import { clientIdOf } from '../../worker/support/room';
import { pass } from './clock';
import { fakeStripe } from './stripe';
import { deliver } from './webhooks';

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
  accepted_at: z.nullable(z.number()),
});

export const VISA = '4242424242424242';
/** This card can be saved without an error. It is declined when it has to pay. */
export const DECLINED_LATER = '4000000000000341';

interface CountedEvent {
  eventId: string;
  areaId: string;
}

async function openEvent(admin: Admin): Promise<CountedEvent> {
  const { eventId } = await createEvent(admin);
  const { areaId } = await createArea(admin, eventId);
  return { eventId, areaId };
}

const readAccount = async (column: 'email' | 'user_id', value: string) =>
  z.parse(AccountSchema, await env.DB.prepare(`SELECT * FROM users WHERE ${column} = ?`).bind(value).first());

/** An admin with an event that counts taps, and the state of the account here and at Stripe. */
export class Venue {
  private seq = 0;
  /** `eventId:day` of each business day on which a tap counted outside the trial. */
  readonly costly = new Set<string>();
  readonly free = new Set<string>();

  private constructor(
    readonly userId: string,
    readonly email: string,
    readonly client: Client,
    private event: CountedEvent,
    readonly trialEndsAt: number,
  ) {}

  /** Opens an account that Stripe does not know yet. */
  static async open(): Promise<Venue> {
    const admin = await signUp();
    const { user_id: userId, trial_ends_at: trialEndsAt } = await readAccount('email', admin.email);
    return new Venue(userId, admin.email, admin.client, await openEvent(admin), trialEndsAt);
  }

  /** Opens an account in its trial, with a customer and a subscription at Stripe. */
  static async trialing(): Promise<Venue> {
    const venue = await Venue.open();
    await venue.runBilling();
    await deliver();
    return venue;
  }

  /** Opens an account in its first month, with a card. */
  static async paying(card = VISA): Promise<Venue> {
    const venue = await Venue.trialing();
    await venue.saveCard(card);
    await venue.endTrial();
    if ((await venue.status()) !== 'active') throw new Error('Its trial has not ended well');
    return venue;
  }

  /** Does the same as {@link paying} and counts a billable day that Stripe does not know yet. */
  static async counted(card = VISA): Promise<Venue> {
    const venue = await Venue.paying(card);
    await pass(DAY_MS);
    if (!(await venue.count())) throw new Error('Counting is locked');
    return venue;
  }

  get eventId(): string {
    return this.event.eventId;
  }

  /** Deletes the event and creates another one. */
  async replaceEvent(): Promise<void> {
    await this.deleteEvent();
    this.event = await openEvent(this);
    this.seq = 0;
  }

  deleteEvent = (eventId = this.eventId): Promise<Answer> => this.client.call('DELETE', `/api/events/${eventId}`);

  get hub() {
    return env.HUBS.get(env.HUBS.idFromName(this.userId));
  }

  get room() {
    return env.ROOMS.get(env.ROOMS.idFromName(this.eventId));
  }

  /** Runs due jobs until none is left or the rest waits for later. */
  async runBilling(): Promise<void> {
    for (let runs = 0; runs < 20 && (await this.jobDueAt()) <= Date.now(); runs += 1) {
      await runDurableObjectAlarm(this.hub);
    }
  }

  /** Runs jobs until none is left, for at most `hours`. */
  async finish(hours = 3): Promise<void> {
    for (const latest = Date.now() + hours * HOUR_MS; ;) {
      await this.runBilling();
      const dueAt = await this.jobDueAt();
      if (dueAt > latest) return;
      await pass(dueAt - Date.now());
    }
  }

  /** The time of the hub's next attempt. Infinity without a job. */
  async jobDueAt(): Promise<number> {
    return await runInDurableObject(this.hub, (_hub, { storage }) => {
      const [row] = storage.sql.exec('SELECT due_at FROM job').toArray();
      return row ? z.parse(z.number(), row['due_at']) : Infinity;
    });
  }

  /** Counts one entry. The day is stored when this returns. Returns false when counting is locked. */
  async count(): Promise<boolean> {
    const at = Date.now();
    // Stripe may have learned of the account so late that the account got a grace period.
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
    await eventually(async () => {
      if (!(await markedDays(this.room)).every(({ isDelivered }) => isDelivered)) throw new Error('A day is not in D1');
    });
    return true;
  }

  /** Simulates that the admin used the app in between. A session lasts thirty days, and a login takes time. */
  async staySignedIn(): Promise<void> {
    const expiresAt = Date.now() + SESSION_MS;
    await env.DB.prepare('UPDATE sessions SET expires_at = ? WHERE user_id = ?').bind(expiresAt, this.userId).run();
  }

  openSetup(): Promise<Answer> {
    return this.ask('/api/billing/create-setup-intent');
  }

  /**
   * Does what the card form does: sets up, confirms at Stripe, attaches. Returns the answer to the last call, or to the
   * first call that failed.
   */
  async saveCard(number = VISA): Promise<Answer> {
    const opened = await this.openSetup();
    if (opened.status !== 200) return opened;
    const intent = await fakeStripe.confirmSetup(setupIdOf(opened), number, 'complete');
    return await this.attach(intent.payment_method);
  }

  attach(paymentMethodId: unknown): Promise<Answer> {
    return this.ask('/api/billing/attach-payment-method', { payment_method_id: paymentMethodId });
  }

  /** The OpenAPI document must describe every answer. */
  private async ask(path: `/api/${string}`, body?: unknown): Promise<Answer> {
    const answer = await this.client.post(path, body);
    expectDocumented(`POST ${path}`, answer);
    return answer;
  }

  async status(): Promise<string | null> {
    const { body } = await this.client.get('/api/users/me');
    return z.parse(z.object({ subscriptionStatus: z.nullable(z.string()) }), body).subscriptionStatus;
  }

  account() {
    return readAccount('user_id', this.userId);
  }

  async customerId(): Promise<string> {
    return z.parse(z.string(), (await this.account()).stripe_customer_id);
  }

  async subscriptions() {
    const customers = await this.customers();
    return (await fakeStripe.state()).subscriptions.filter(({ customer }) => customers.includes(customer));
  }

  async subscriptionId(): Promise<string> {
    return z.parse(z.string(), (await this.subscriptions())[0]?.id);
  }

  /** All customers that Stripe ever created for the account. */
  async customers(): Promise<string[]> {
    const { customers, subscriptions } = await fakeStripe.state();
    const living = customers.filter((one) => !one.deleted && one.metadata['userId'] === this.userId);
    const subscribed = subscriptions.filter((one) => one.metadata['userId'] === this.userId);
    return [...new Set([...living.map(({ id }) => id), ...subscribed.map(({ customer }) => customer)])];
  }

  async days() {
    const rows = env.DB.prepare('SELECT * FROM activity_days WHERE owner_id = ? ORDER BY day').bind(this.userId);
    return z.parse(z.array(DaySchema), (await rows.all()).results);
  }

  /** Moves time a moment past the end of the trial and delivers Stripe's events. */
  async endTrial(): Promise<void> {
    await pass(this.trialEndsAt - Date.now() + 1_000);
    await deliver();
    await this.runBilling();
  }

  /**
   * Moves time to the end of the period and of its invoice's grace, delivers all events and runs all jobs on the way.
   */
  async endPeriod(): Promise<void> {
    const { period_ends_at: endsAt } = await this.account();
    await this.runBilling();
    await pass(Math.max(0, (endsAt ?? 0) - Date.now()) + 2 * HOUR_MS);
    await this.staySignedIn();
    await deliver();
    await this.runBilling();
  }
}

export const setupIdOf = ({ body }: Answer): string =>
  z.parse(CardSetupSchema, body).clientSecret.split('_secret')[0] ?? '';
