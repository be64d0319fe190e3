import { Stripe } from 'stripe';
import { logError } from '../observability/log';
import type { Refusal } from '../rpc/contract';

/** What an error of Stripe means here (docs.stripe.com/error-handling). Everything that is not final is tried again. */

const { StripeError, StripeCardError, StripeInvalidRequestError } = Stripe.errors;

/** Stripe understood the call and will never do it, so repeating it is useless. */
export const isFinal = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError || error instanceof StripeCardError;

/** The object does not exist, or not any more. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === 'resource_missing';

/** The parameter of the call that Stripe refuses. */
export const refusedParameter = (error: unknown): string | undefined =>
  error instanceof StripeInvalidRequestError ? error.param : undefined;

/** The usage was taken before: Stripe has no error code of its own for this. */
export const isDuplicateUsage = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && /already exists with identifier/i.test(error.message);

/** What the bank says about a card, in Stripe's text for its holder; null when it is about something else. */
export const declineMessage = (error: unknown): string | null =>
  error instanceof StripeCardError ? error.message : null;

/** Stripe's two ways to say so; the text of the second one is for developers. */
const UNCONFIRMED: ReadonlySet<string | undefined> = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
]);

/** The bank wants the absent holder to confirm the payment. */
export const wantsHolder = (error: unknown): boolean => error instanceof StripeCardError && UNCONFIRMED.has(error.code);

/** The answer repeats the failure of an earlier attempt under the same idempotency key. */
export const isReplay = (error: unknown): boolean =>
  error instanceof StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** Logs a failure by its kind: Stripe's texts may quote what was sent. */
export function logFailure(what: string, error: unknown, fields: { userId?: string; requestId?: string } = {}): void {
  if (!(error instanceof StripeError)) {
    logError(what, error, fields);
    return;
  }
  const { type, code, param, statusCode, requestId } = error;
  logError(what, type, { ...fields, code, param, status: statusCode, providerRequestId: requestId });
}

export const UNAVAILABLE = { ok: false, code: 'unavailable' } as const satisfies Refusal;
