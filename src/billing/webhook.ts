import { Stripe } from 'stripe';
import * as z from 'zod/mini';
import type { UsageDay } from '../db/usage-day';
import type { Env } from '../env';
import { logError } from '../observability/log';
import { USAGE_ERROR_EVENT, WEBHOOK_EVENTS } from './catalog';
import { openStripe } from './client';
import { dayOf } from './usage/usage-plan';

type RejectedDay = Pick<UsageDay, 'eventId' | 'day' | 'rejections'>;

/** An event from Stripe. An event about a customer only says that its subscription must be read again. */
export type ProviderEvent = { id: string } & (
  | { type: 'customer'; customerId: string }
  | { type: 'rejected_usage'; readDays: () => Promise<RejectedDay[]> }
  | { type: 'other' }
);

const HANDLED: ReadonlySet<string> = new Set(WEBHOOK_EVENTS);

const ReferenceSchema = z.pipe(
  z.union([z.string(), z.object({ id: z.string() })]),
  z.transform((reference) => (typeof reference === 'string' ? reference : reference.id)),
);
const OwnedSchema = z.object({ customer: ReferenceSchema });
const CustomerSchema = z.object({ object: z.literal('customer'), id: z.string() });
const ThinSchema = z.object({ object: z.literal('v2.core.event') });

const read = <T>(schema: z.ZodMiniType<T>, value: unknown): T | undefined => z.safeParse(schema, value).data;

/** Returns the customer that an event is about. The event of a detached card has it only in the previous attributes. */
function customerOf({ object, previous_attributes }: Stripe.Event.Data): string | undefined {
  return (
    read(CustomerSchema, object)?.id ??
    read(OwnedSchema, object)?.customer ??
    read(OwnedSchema, previous_attributes)?.customer
  );
}

function providerEventOf(event: Stripe.Event): ProviderEvent {
  const { id, type, data } = event;
  const customerId = HANDLED.has(type) ? customerOf(data) : undefined;
  return customerId === undefined ? { id, type: 'other' } : { id, type: 'customer', customerId };
}

/** Reads a thin event, which says only that usage was not counted: `readDays` fetches which days those are. */
function thinProviderEventOf(notification: Stripe.V2.Core.EventNotification): ProviderEvent {
  const { id } = notification;
  if (notification.type !== USAGE_ERROR_EVENT) return { id, type: 'other' };
  const readDays = async () => {
    const { data } = await notification.fetchEvent();
    const { error_count: errors, error_types: kinds } = data.reason;
    const samples = kinds.flatMap((kind) => kind.sample_errors);
    if (errors > samples.length) {
      const { validation_start: from, validation_end: to } = data;
      const fields = { errors, named: samples.length, from, to };
      logError('webhook.usage', 'the meter could not count more usage than it names', fields);
    }
    return samples.map((sample) => dayOf(sample.request.identifier)).filter((day) => day !== undefined);
  };
  return { id, type: 'rejected_usage', readDays };
}

const isThin = (payload: Uint8Array): boolean => {
  try {
    return z.safeParse(ThinSchema, JSON.parse(new TextDecoder().decode(payload))).success;
  } catch {
    return false;
  }
};

/**
 * Reads a request to the webhook endpoint. Returns undefined unless Stripe signed it with one of the secrets within the
 * last five minutes.
 */
export type ProviderEventReader = (payload: Uint8Array, signature: string) => Promise<ProviderEvent | undefined>;

/**
 * Creates the reader of Stripe's events; null when billing is off or no secret is set. The two kinds of events come
 * from two endpoints at Stripe, each with its own secret, so STRIPE_WEBHOOK_SECRET can hold several, separated by
 * spaces or commas.
 */
export function openWebhook(env: Env): ProviderEventReader | null {
  const secrets = (env.STRIPE_WEBHOOK_SECRET ?? '').split(/[\s,]+/).filter((secret) => secret !== '');
  const stripe = secrets.length > 0 ? openStripe(env, 0) : null;
  if (stripe === null) return null;
  return async (payload, signature) => {
    for (const secret of secrets) {
      try {
        if (isThin(payload))
          return thinProviderEventOf(await stripe.parseEventNotificationAsync(payload, signature, secret));
        return providerEventOf(await stripe.webhooks.constructEventAsync(payload, signature, secret));
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
      }
    }
    return undefined;
  };
}
