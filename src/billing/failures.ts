import { Stripe } from 'stripe';
import { logError } from '../lib/log';
import type { Refusal } from '../lib/contract';

/** What an error of Stripe means here (docs.stripe.com/error-handling). Whatever is not final is tried again. */

const { StripeError, StripeCardError, StripeInvalidRequestError } = Stripe.errors;

/** Stripe understood the call and will never do it: trying it again is of no use. */
export const isFinal = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError || error instanceof StripeCardError;

/** There is no such object, or no longer. */
export const isMissing = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && error.code === 'resource_missing';

/** The call's parameter that Stripe refuses. */
export const refusedParameter = (error: unknown): string | undefined =>
  error instanceof StripeInvalidRequestError ? error.param : undefined;

/** The usage was taken before: Stripe says so without a code of its own. */
export const isDuplicateUsage = (error: unknown): boolean =>
  error instanceof StripeInvalidRequestError && /already exists with identifier/i.test(error.message);

/** What the bank says of a card, in Stripe's words for its holder; null when it is about something else. */
export const declineMessage = (error: unknown): string | null =>
  error instanceof StripeCardError ? error.message : null;

/** The two ways of Stripe to say so; the text of the second is for developers. */
const UNCONFIRMED: ReadonlySet<string | undefined> = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
]);

/** The bank wants the holder to confirm the payment, who was not there to do it. */
export const wantsHolder = (error: unknown): boolean => error instanceof StripeCardError && UNCONFIRMED.has(error.code);

/** The answer repeats the failure of an earlier attempt under the same idempotency key. */
export const isReplay = (error: unknown): boolean =>
  error instanceof StripeError && error.headers?.['idempotent-replayed'] === 'true';

/** Logs a failure by what it is: Stripe's texts may quote what was sent. */
export function logFailure(what: string, error: unknown, fields: { userId?: string; requestId?: string } = {}): void {
  if (!(error instanceof StripeError)) {
    logError(what, error, fields);
    return;
  }
  const { type, code, param, statusCode, requestId } = error;
  logError(what, type, { ...fields, code, param, status: statusCode, providerRequestId: requestId });
}

export const UNAVAILABLE = { ok: false, code: 'unavailable' } as const satisfies Refusal;
