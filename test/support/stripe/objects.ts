import type Stripe from 'stripe';

/** Stripe's objects, as far as the product or a test reads them. References are ids; times are unix seconds. */

export interface Customer {
  id: string;
  object: 'customer';
  deleted?: never;
  created: number;
  email: string | null;
  name: string | null;
  address: Record<'line1' | 'city' | 'postal_code' | 'country', string | null> | null;
  metadata: Record<string, string>;
  invoice_settings: { default_payment_method: string | null };
}

export interface DeletedCustomer {
  id: string;
  object: 'customer';
  deleted: true;
}

export interface TaxId {
  id: string;
  object: 'tax_id';
  customer: string;
  type: string;
  value: string;
}

export type Meter = Pick<
  Stripe.Billing.Meter,
  'id' | 'event_name' | 'customer_mapping' | 'default_aggregation' | 'value_settings' | 'status'
>;

export interface Price extends Pick<Stripe.Price, 'id' | 'active' | 'currency' | 'lookup_key' | 'unit_amount'> {
  recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count' | 'usage_type'> & { meter: string };
}

export type Endpoint = Pick<Stripe.WebhookEndpoint, 'id' | 'api_version' | 'enabled_events' | 'status' | 'url'>;

export type Destination = Pick<
  Stripe.V2.Core.EventDestination,
  'id' | 'enabled_events' | 'event_payload' | 'status' | 'webhook_endpoint'
>;

export interface PaymentMethod {
  id: string;
  object: 'payment_method';
  type: 'card';
  customer: string | null;
}

export interface SetupIntent extends Pick<Stripe.SetupIntent, 'id' | 'object' | 'status' | 'usage' | 'client_secret'> {
  allowed_payment_method_types: string[] | null;
  customer: string | null;
  payment_method: string | null;
  next_action: { type: 'use_stripe_sdk'; use_stripe_sdk: object } | null;
}

export interface SubscriptionItem {
  id: string;
  price: Price;
  current_period_start: number;
  current_period_end: number;
}

export interface Subscription extends Pick<
  Stripe.Subscription,
  'id' | 'object' | 'created' | 'billing_cycle_anchor' | 'ended_at' | 'metadata' | 'status' | 'trial_end'
> {
  customer: string;
  items: { object: 'list'; data: [SubscriptionItem] };
  latest_invoice: string | null;
  trial_settings: { end_behavior: { missing_payment_method: string } };
}

export interface Invoice extends Pick<
  Stripe.Invoice,
  'id' | 'object' | 'amount_due' | 'amount_paid' | 'auto_advance' | 'created'
> {
  customer: string;
  hosted_invoice_url: string | null;
  lines: { object: 'list'; data: InvoiceLine[] };
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
  status: 'draft' | 'open' | 'paid' | 'void';
}

interface InvoiceLine {
  id: string;
  amount: number;
  quantity: number;
  parent: { type: 'subscription_item_details' };
  period: { start: number; end: number };
}

/** A meter event that Stripe accepted. */
export interface MeterRecord {
  identifier: string;
  eventName: string;
  customer: string;
  value: number;
  timestamp: number;
  /** Epoch ms. */
  receivedAt: number;
  /** The reason why it does not count for any customer. */
  error: string | null;
}

/** A webhook; the code that posts it signs it. */
export interface SentEvent {
  id: string;
  type: string;
  body: string;
}
