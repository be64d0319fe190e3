import type Stripe from 'stripe';
import { WEBHOOK_EVENTS } from '../../../src/billing/catalog';
import { noSuch } from './api';
import { DEFAULT_SETTINGS, type Settings } from './control';
import type * as Fake from './objects';

interface Job {
  at: number;
  run: () => void;
}

/** The fake's time, epoch ms. It stands still until a test moves it. */
export class Clock {
  private jobs: Job[] = [];

  constructor(private time: number) {}

  get now(): number {
    return this.time;
  }

  /** Unix seconds, the format of Stripe's timestamps. */
  get seconds(): number {
    return Math.floor(this.time / 1000);
  }

  /** `run` must check whether its work is still needed, because nothing is ever unscheduled. */
  at(moment: number, run: () => void): void {
    this.jobs.push({ at: moment, run });
  }

  /** Advances time to `moment`; everything due until then runs in order, at its own moment. */
  moveTo(moment: number): void {
    if (moment < this.time) throw new RangeError('Time does not run back');
    for (;;) {
      const [due] = this.jobs.filter((job) => job.at <= moment).toSorted((a, b) => a.at - b.at);
      if (!due) break;
      this.jobs.splice(this.jobs.indexOf(due), 1);
      this.time = Math.max(due.at, this.time);
      due.run();
    }
    this.time = moment;
  }
}

/** `seconds` plus calendar months in UTC; the 31st becomes a shorter month's last day, as in Stripe's billing cycles. */
export function addMonths(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return Math.floor(date.getTime() / 1000);
}

export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

/** The outcomes for a test card, with Stripe's codes for failures. */
export interface TestCard {
  /** When it is saved: null succeeds, `3ds` succeeds after its holder confirms. */
  setup: null | '3ds' | 'generic_decline';
  /** When it is charged without its holder. */
  charge: null | 'generic_decline' | 'authentication_required';
}

/** Unix seconds, `end` exclusive; usage in a trial is free. */
export interface UsageWindow {
  start: number;
  end: number;
  free: boolean;
}

const SUBSCRIBED: ReadonlySet<string> = new Set(WEBHOOK_EVENTS);

/** One Stripe account: its objects, its clock and its pending webhooks. */
export class World {
  readonly clock: Clock;
  readonly settings: Settings = { ...DEFAULT_SETTINGS };
  readonly customers = new Map<string, Fake.Customer | Fake.DeletedCustomer>();
  readonly taxIds = new Map<string, Fake.TaxId>();
  readonly meters = new Map<string, Fake.Meter>();
  readonly prices = new Map<string, Fake.Price>();
  readonly subscriptions = new Map<string, Fake.Subscription>();
  readonly setupIntents = new Map<string, Fake.SetupIntent>();
  readonly cards = new Map<string, { method: Fake.PaymentMethod; card: TestCard }>();
  /** Cards that were detached from a customer: no customer can get them again. */
  readonly detached = new Set<string>();
  readonly invoices = new Map<string, Fake.Invoice>();
  /** The window of usage on each invoice. */
  readonly windows = new Map<string, UsageWindow>();
  readonly endpoints = new Map<string, Fake.Endpoint>();
  readonly destinations = new Map<string, Fake.Destination>();
  readonly thinEvents = new Map<string, object>();
  readonly meterEvents: Fake.MeterRecord[] = [];
  private webhooks: Fake.SentEvent[] = [];

  constructor(nowMs: number) {
    this.clock = new Clock(nowMs);
  }

  id(prefix: string): string {
    return `${prefix}_${crypto.randomUUID().replaceAll('-', '').slice(0, 24)}`;
  }

  /** @throws {Refusal} it does not exist or was deleted; `param` names the parameter if the id is not from the path */
  customer(id: string, param?: string): Fake.Customer {
    const customer = this.customers.get(id);
    if (!customer || customer.deleted) throw noSuch('customer', id, param);
    return customer;
  }

  /** @throws {Refusal} `table` does not have this id; `param` as above */
  found<T>(what: string, table: ReadonlyMap<string, T>, id: string, param?: string): T {
    const object = table.get(id);
    if (object === undefined) throw noSuch(what, id, param);
    return object;
  }

  subscriptionsOf(customer: string): Fake.Subscription[] {
    return [...this.subscriptions.values()].filter((subscription) => subscription.customer === customer);
  }

  /** Queues an event with the object's current state, if the product subscribes to events of its type. */
  emit(type: string, object: object, previous?: object): void {
    if (!SUBSCRIBED.has(type)) return;
    const data = { object, ...(previous && { previous_attributes: previous }) };
    const { seconds: created } = this.clock;
    this.send({ id: this.id('evt'), object: 'event', api_version: API_VERSION, created, data, livemode: false, type });
  }

  send(event: { id: string; type: string; [field: string]: unknown }): void {
    this.webhooks.push({ id: event.id, type: event.type, body: JSON.stringify(event) });
  }

  /** Returns the pending webhooks in order and removes them. */
  take(): Fake.SentEvent[] {
    return this.webhooks.splice(0);
  }

  /** Changes an object and queues `type` with the previous values; queues nothing if nothing has changed. */
  change<T extends object>(type: string, object: T, change: Partial<T>): void {
    const before = structuredClone(object);
    Object.assign(object, change);
    const previous = Object.entries(before).filter(
      ([key, value]) => key in change && JSON.stringify(value) !== JSON.stringify(Reflect.get(object, key)),
    );
    if (previous.length > 0) this.emit(type, object, Object.fromEntries(previous));
  }
}

/** A list as Stripe returns it: newest first, ten objects by default. */
export function page<T>(items: Iterable<T>, { limit = 10 }: { limit?: number | undefined }) {
  const all = [...items].toReversed();
  return { object: 'list', data: all.slice(0, limit), has_more: all.length > limit };
}

export const setStatus = (world: World, subscription: Fake.Subscription, status: Fake.Subscription['status']): void =>
  world.change('customer.subscription.updated', subscription, { status });

/** Ends a subscription at once and for good. Unbilled usage stays unbilled; open invoices are no longer collected. */
export function endSubscription(world: World, subscription: Fake.Subscription): void {
  for (const invoice of world.invoices.values()) {
    if (invoice.status === 'open' && subscriptionOf(invoice) === subscription.id) invoice.auto_advance = false;
  }
  const ended_at = world.clock.seconds;
  world.change('customer.subscription.deleted', subscription, { status: 'canceled', ended_at });
}

export const subscriptionOf = ({ parent }: Fake.Invoice): string => parent.subscription_details.subscription;

/** A subscription's only item, which holds its price and its period. */
export const itemOf = ({ items }: Fake.Subscription): Fake.SubscriptionItem => items.data[0];

/** The card that pays the customer's invoices; null without one. */
export function cardOf(world: World, id: string): string | null {
  const customer = world.customers.get(id);
  return !customer || customer.deleted ? null : customer.invoice_settings.default_payment_method;
}
