import { Stripe } from 'stripe';
import { logError } from '../observability/log';
import type { Refusal } from '../rpc/result';

/** What Stripe's errors mean (docs.stripe.com/error-handling). Calls are tried again unless the error is final. */

const { StripeError, StripeCardError, StripeInvalidRequestError } = Stripe.errors;

/** Whether Stripe understood the call and will always refuse it, so that repeating it is useless. */
export const isFinal = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError || error instanceof StripeCardError;

/** Whether the object does not exist, or no longer exists. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === 'resource_missing';

/** Returns the name of the parameter that Stripe refuses. */
export const refusedParameter = (error: unknown): string | undefined =>
  error instanceof StripeInvalidRequestError ? error.param : undefined;

/** Whether Stripe already has this usage. Stripe has no error code for this. */
export const isDuplicateUsage = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && /already exists with identifier/i.test(error.message);

/** Returns the bank's reason for declining a card, in Stripe's text for its holder; null for another error. */
export const declineMessage = (error: unknown): string | null =>
  error instanceof StripeCardError ? error.message : null;

/** Stripe's two codes for a payment that the holder must confirm. The second one's message is for developers. */
const UNCONFIRMED: ReadonlySet<string | undefined> = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
]);

/** Whether the bank asks the absent card holder to confirm the payment. */
export const wantsHolder = (error: unknown): boolean => error instanceof StripeCardError && UNCONFIRMED.has(error.code);

/** Whether the answer only repeats the failure of an earlier attempt with the same idempotency key. */
export const isReplay = (error: unknown): boolean =>
  error instanceof StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** Logs the kind of a failure without Stripe's message, which may quote what was sent. */
export function logFailure(what: string, error: unknown, fields: { userId?: string; requestId?: string } = {}): void {
  if (!(error instanceof StripeError)) {
    logError(what, error, fields);
    return;
  }
  const { type, code, param, statusCode, requestId } = error;
  logError(what, type, { ...fields, code, param, status: statusCode, providerRequestId: requestId });
}

export const UNAVAILABLE = { ok: false, code: 'unavailable' } as const satisfies Refusal;
