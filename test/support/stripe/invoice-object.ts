import type Stripe from 'stripe';
import { sumOf, usageOf } from './usage';
import type { UsageWindow, World } from './world';

/** The metered price of a subscription's only item. */
export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  const [item] = subscription.items.data;
  if (!item) throw new Error(`${subscription.id} has no item`);
  return item;
}

/** The line of what was used in the window, as counted by now. */
function lineOf(world: World, subscription: Stripe.Subscription, invoice: string, window: UsageWindow) {
  const item = itemOf(subscription);
  const { id: price, product, recurring, unit_amount } = item.price;
  const meter = world.meter(recurring?.meter ?? '');
  const customer = typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id;
  const quantity = window.free ? 0 : sumOf(usageOf(world, meter, customer, window.start, window.end));
  const amount = quantity * (unit_amount ?? 0);
  const line: Stripe.InvoiceLineItem = {
    id: `il_${invoice.slice(3)}`,
    object: 'line_item',
    amount,
    currency: subscription.currency,
    description: window.free ? 'Free trial' : `${quantity} × event day`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: window.start, end: window.end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price, product: typeof product === 'string' ? product : product.id },
      type: 'price_details',
      unit_amount_decimal: null,
    },
    quantity,
    quantity_decimal: null,
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
  return line;
}

/** A draft follows the usage until it is final. */
export function refreshDraft(world: World, invoice: Stripe.Invoice, subscription: Stripe.Subscription): void {
  const window = world.windows.get(invoice.id);
  if (invoice.status !== 'draft' || !window) return;
  const line = lineOf(world, subscription, invoice.id, window);
  const { amount } = line;
  invoice.lines.data = [line];
  Object.assign(invoice, { amount_due: amount, amount_remaining: amount, subtotal: amount, total: amount });
}

/** A draft of what was used in the window. */
export function newInvoice(
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  window: UsageWindow,
): Stripe.Invoice {
  const id = world.id('in');
  const { seconds } = world.clock;
  const owner = typeof subscription.customer === 'string' ? subscription.customer : subscription.customer.id;
  const customer = world.customer(owner);
  const invoice: Stripe.Invoice = {
    id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Headroom',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: Math.floor((world.clock.now + world.settings.invoiceGraceMs) / 1000),
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: seconds,
    currency: subscription.currency,
    custom_fields: null,
    customer: owner,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: 'list', data: [], has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: window.end,
    period_start: window.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: 0,
    subtotal_excluding_tax: null,
    test_clock: null,
    total: 0,
    total_discount_amounts: [],
    total_excluding_tax: null,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
  world.windows.set(id, window);
  world.invoices.set(id, invoice);
  refreshDraft(world, invoice, subscription);
  return invoice;
}
