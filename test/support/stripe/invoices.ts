import type Stripe from 'stripe';
import { mergeMetadata, page } from './answers';
import { refreshDraft } from './invoice-object';
import { collect, finalize } from './invoicing';
import type { ParamTypes } from './param-types';
import { invalid, Refusal } from './refusal';
import { route } from './router';
import { subscriptionOf } from './subscription-status';
import type { World } from './world';

/** Drafts are shown as they would be finalised now. */
function fresh(world: World, invoice: Stripe.Invoice): Stripe.Invoice {
  refreshDraft(world, invoice, world.subscription(subscriptionOf(invoice) ?? ''));
  return invoice;
}

function list(world: World, params: ParamTypes['InvoiceList']) {
  const { customer, status, subscription } = params;
  const found = [...world.invoices.values()].filter(
    (invoice) =>
      (customer === undefined || invoice.customer === customer) &&
      (status === undefined || invoice.status === status) &&
      (subscription === undefined || subscriptionOf(invoice) === subscription),
  );
  return page(
    '/v1/invoices',
    found.map((invoice) => fresh(world, invoice)),
    params,
  );
}

function finalizeCall(world: World, params: ParamTypes['InvoiceFinalize'], id: string): Stripe.Invoice {
  const invoice = world.invoice(id);
  if (invoice.status !== 'draft') {
    throw invalid("This invoice is already finalized, you can't re-finalize a non-draft invoice.", {
      code: 'invoice_not_editable',
    });
  }
  if (typeof invoice.customer === 'string') world.customer(invoice.customer, 'customer');
  if (params.auto_advance !== undefined) invoice.auto_advance = params.auto_advance;
  finalize(world, invoice, world.settings.collectionDelayMs);
  return invoice;
}

function pay(world: World, params: ParamTypes['InvoicePay'], id: string): Stripe.Invoice {
  const invoice = world.invoice(id);
  if (invoice.status === 'paid') throw invalid('Invoice is already paid');
  if (invoice.status !== 'open') throw invalid(`This invoice cannot be paid: it is ${invoice.status}.`);
  if (typeof invoice.customer === 'string') world.customer(invoice.customer, 'customer');
  try {
    collect(world, invoice, params.payment_method);
  } catch (error) {
    throw error instanceof Refusal && error.body.code === 'authentication_required' ? unconfirmed : error;
  }
  return invoice;
}

/** What Stripe says here of a bank that wants the card's holder (stripe-node #628). */
const unconfirmed = new Refusal(402, {
  type: 'card_error',
  code: 'invoice_payment_intent_requires_action',
  message:
    'This payment requires additional user action before it can be completed successfully. Payment can be completed using ' +
    'the PaymentIntent associated with the invoice.',
});

function voidCall(world: World, _params: object, id: string): Stripe.Invoice {
  const invoice = world.invoice(id);
  if (invoice.status !== 'open')
    throw invalid(`You can only pass in open invoices. This invoice is ${invoice.status}.`);
  world.change('invoice.voided', invoice, {
    status: 'void',
    auto_advance: false,
    status_transitions: { ...invoice.status_transitions, voided_at: world.clock.seconds },
  });
  return invoice;
}

function update(world: World, params: ParamTypes['InvoiceUpdate'], id: string): Stripe.Invoice {
  const invoice = world.invoice(id);
  if (params.auto_advance !== undefined) {
    invoice.auto_advance = params.auto_advance;
    if (invoice.status === 'draft' && params.auto_advance) {
      world.clock.at(world.clock.now + world.settings.invoiceGraceMs, () => {
        if (invoice.status === 'draft' && invoice.auto_advance) finalize(world, invoice, 0);
      });
    }
  }
  invoice.metadata = mergeMetadata(invoice.metadata ?? {}, params.metadata);
  return invoice;
}

/** What all final invoices of a customer come to: the sum of their lines' quantities, and of their amounts. */
export function billedTo(world: World, customer: string): { days: number; cents: number; paidCents: number } {
  const final = [...world.invoices.values()].filter(
    (invoice) => invoice.customer === customer && (invoice.status === 'open' || invoice.status === 'paid'),
  );
  const lines = final.flatMap((invoice) => invoice.lines.data);
  return {
    days: lines.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    cents: lines.reduce((sum, { amount }) => sum + amount, 0),
    paidCents: final.reduce((sum, { amount_paid }) => sum + amount_paid, 0),
  };
}

export const invoiceRoutes = [
  route('GET', '/v1/invoices', 'InvoiceList', list),
  route('GET', '/v1/invoices/:id', 'Expand', (world, _params, id) => fresh(world, world.invoice(id))),
  route('POST', '/v1/invoices/:id', 'InvoiceUpdate', update),
  route('POST', '/v1/invoices/:id/finalize', 'InvoiceFinalize', finalizeCall),
  route('POST', '/v1/invoices/:id/pay', 'InvoicePay', pay),
  route('POST', '/v1/invoices/:id/void', 'Expand', voidCall),
];
