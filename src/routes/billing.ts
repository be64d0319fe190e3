import { attachPaymentMethod, createSetupIntent } from '../services/billing/cards';
import { readUsage } from '../services/billing/read-usage';
import { receiveWebhook } from '../services/billing/receive-webhook';
import { CardSetupSchema, UsageSchema } from '../shared/schemas/billing';
import { USAGE_EVENTS_PER_PAGE_MAX } from '../billing/limits';
import { PaymentMethodSchema } from '../shared/schemas/inputs';
import { RECEIVED, ReceivedSchema } from '../shared/schemas/success';
import { type Call, call } from './call';
import { bodyBytes } from './request/body';
import { pageOf, pageParameters } from './request/page';
import { ANYONE, BILLING_OWNER, PAYER } from './who';

/** Calls about cards and costs. */
export const BILLING_CALLS: readonly Call[] = [
  call({
    route: 'POST /api/billing/webhook',
    id: 'receiveWebhook',
    summary: 'Receive a notification from the payment provider',
    description: 'The signature in the `Stripe-Signature` header replaces a session.',
    who: ANYONE,
    answer: ReceivedSchema,
    errors: ['invalid_signature', 'billing_not_configured', 'unavailable'],
    handle: async ({ c, ctx }) => {
      const signature = c.req.header('stripe-signature') ?? '';
      await receiveWebhook(ctx, { payload: bodyBytes(c), signature });
      return RECEIVED;
    },
  }),
  call({
    route: 'GET /api/billing/usage',
    id: 'readUsage',
    summary: 'Get the active days of the current billing period and their cost',
    description: 'The amount is that of all events, also on a page of them. The events are sorted by name.',
    who: BILLING_OWNER,
    parameters: pageParameters('events', USAGE_EVENTS_PER_PAGE_MAX),
    answer: UsageSchema,
    handle: ({ c, ctx, access }) => readUsage(ctx, access, pageOf(c, USAGE_EVENTS_PER_PAGE_MAX)),
  }),
  call({
    route: 'POST /api/billing/create-setup-intent',
    id: 'openCardSetup',
    summary: 'Open a card setup at the payment provider',
    who: PAYER,
    answer: CardSetupSchema,
    errors: ['not_found', 'too_many_attempts', 'unavailable'],
    handle: ({ ctx, access }) => createSetupIntent(ctx, access),
  }),
  call({
    route: 'POST /api/billing/attach-payment-method',
    id: 'attachPaymentMethod',
    summary: 'Set a confirmed card as the account’s default payment method',
    description: 'This call also pays the account’s open invoices with the card.',
    who: PAYER,
    body: PaymentMethodSchema,
    example: { payment_method_id: 'pm_1' },
    errors: ['not_found', 'payment_failed', 'too_many_attempts', 'unavailable'],
    handle: ({ ctx, access, body }) => attachPaymentMethod(ctx, access, body),
  }),
];
