import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { Clock } from './clock';
import { type MeterRecord, DEFAULT_SETTINGS, type Settings } from './control-types';
import { noSuch } from './refusal';
import type { TestCard } from './test-cards';
import type { Webhooks } from './webhooks';

export const API_VERSION: Stripe.LatestApiVersion = '2026-10-28.endive';

export type Customer = Stripe.Customer | Stripe.DeletedCustomer;

/** A card behind a payment method. */
export interface CardRecord {
  method: Stripe.PaymentMethod;
  card: TestCard;
}

/** What a thin event holds, for whoever asks for it. */
export interface ThinEvent {
  id: string;
  [field: string]: unknown;
}

/** Unix seconds, `end` exclusive; what falls into a trial is free. */
export interface UsageWindow {
  start: number;
  end: number;
  free: boolean;
}

export interface WorldOptions {
  nowMs?: number;
  ticking?: boolean;
  settings?: Partial<Settings>;
}

/** One Stripe account: everything in it, its clock and its webhooks. */
export class World {
  readonly clock: Clock;
  readonly settings: Settings;
  readonly customers = new Map<string, Customer>();
  readonly taxIds = new Map<string, Stripe.TaxId>();
  readonly meters = new Map<string, Stripe.Billing.Meter>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly setupIntents = new Map<string, Stripe.SetupIntent>();
  readonly cards = new Map<string, CardRecord>();
  /** Cards that had a customer: they get no other. */
  readonly detached = new Set<string>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  /** By invoice: which usage is on it. */
  readonly windows = new Map<string, UsageWindow>();
  readonly webhookEndpoints = new Map<string, Stripe.WebhookEndpoint>();
  readonly eventDestinations = new Map<string, Stripe.V2.Core.EventDestination>();
  readonly thinEvents = new Map<string, ThinEvent>();
  readonly meterEvents: MeterRecord[] = [];

  constructor(
    readonly webhooks: Webhooks,
    options: WorldOptions = {},
  ) {
    this.clock = new Clock(options.nowMs ?? Date.now(), options.ticking ?? false);
    this.settings = { ...DEFAULT_SETTINGS, ...options.settings };
  }

  id(prefix: string): string {
    return `${prefix}_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  }

  /** @throws {Refusal} there is none, or it was deleted; `param` names it where it is no path's id */
  customer(id: string, param?: string): Stripe.Customer {
    const customer = this.customers.get(id);
    if (!customer || customer.deleted) throw noSuch('customer', id, param);
    return customer;
  }

  subscription(id: string): Stripe.Subscription {
    return found('subscription', this.subscriptions, id);
  }

  price(id: string, param?: string): Stripe.Price {
    return found('price', this.prices, id, param);
  }

  meter(id: string, param?: string): Stripe.Billing.Meter {
    return found('meter', this.meters, id, param);
  }

  invoice(id: string): Stripe.Invoice {
    return found('invoice', this.invoices, id);
  }

  setupIntent(id: string): Stripe.SetupIntent {
    return found('setupintent', this.setupIntents, id);
  }

  card(id: string, param?: string): CardRecord {
    return found('PaymentMethod', this.cards, id, param);
  }

  subscriptionsOf(customer: string): Stripe.Subscription[] {
    return [...this.subscriptions.values()].filter((subscription) => subscription.customer === customer);
  }

  /** What an id stands for, when a call asks to expand it. */
  find(id: string): unknown {
    const tables = [this.customers, this.products, this.prices, this.subscriptions, this.setupIntents, this.invoices];
    return this.cards.get(id)?.method ?? tables.map((table) => table.get(id)).find((object) => object !== undefined);
  }

  /** Queues the event that `object` became what it is now. */
  emit(type: string, object: object, previous?: object): void {
    this.webhooks.add({
      id: this.id('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: this.clock.seconds,
      data: structuredClone({ object, ...(previous ? { previous_attributes: previous } : {}) }),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
    });
  }

  /** Changes an object and queues `type` with what it was before; nothing where nothing has changed. */
  change<T extends object>(type: string, object: T, change: Partial<T>): void {
    const before = structuredClone(object);
    Object.assign(object, change);
    const previous = Object.entries(before).filter(
      ([key, value]) => key in change && JSON.stringify(value) !== JSON.stringify(Reflect.get(object, key)),
    );
    if (previous.length > 0) this.emit(type, object, Object.fromEntries(previous));
  }
}

function found<T>(what: string, table: ReadonlyMap<string, T>, id: string, param?: string): T {
  const object = table.get(id);
  if (object === undefined) throw noSuch(what, id, param);
  return object;
}
