import type { PaymentMethodCreateParams, Stripe, StripeCardElement, StripeError } from '@stripe/stripe-js';
import type { BillingDetails } from '../../../../../src/shared/schemas/billing-details';
import { AnySchema, callApi } from '../../../api/api-client';
import { settingsTexts } from '../../../texts/settings-texts';
import { useEffect } from 'react';

/** The card was refused. `message` gives the reason in words for the user (docs/product.md, B8). */
export class CardError extends Error {
  override readonly name = 'CardError';
}

/**
 * It is unknown whether the card was confirmed. Until the outcome is known, the setup must not be used for another
 * card.
 */
export class UnknownOutcomeError extends CardError {}

/** The part of Stripe.js that saves a card. */
export type CardClient = Pick<Stripe, 'confirmCardSetup' | 'retrieveSetupIntent'>;

/** Stripe takes an empty text as an attempt to unset the field, and refuses the call if the field is not set. */
const given = (value: string): string | undefined => value || undefined;

const billingDetailsOf = (details: BillingDetails): PaymentMethodCreateParams.BillingDetails => {
  const person = `${details.billing_first_name} ${details.billing_last_name}`.trim();
  const fields = {
    name: given(person || details.billing_business_name),
    line1: given(details.billing_address_line1),
    city: given(details.billing_address_city),
    postal_code: given(details.billing_address_postcode),
    country: given(details.billing_address_country),
  };
  const { name, ...address } = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { ...(name === undefined ? {} : { name }), address };
};

/** The code of Stripe's error for a setup that is already confirmed. */
const CONFIRMED_BEFORE = 'setup_intent_unexpected_state';

/** Whether an error leaves open if the confirmation arrived and how it ended (docs.stripe.com/error-low-level). */
const leavesOpen = ({ type, code }: StripeError): boolean =>
  type === 'api_connection_error' || type === 'api_error' || code === CONFIRMED_BEFORE;

const textOf = (error: StripeError | undefined, otherwise: string): string => error?.message ?? otherwise;

/**
 * Confirms the setup with the name and address of step 1, and asks Stripe for the outcome (docs/product.md, B7).
 * Returns the id of the card. A setup can be confirmed once. After a success only {@link attachCard} remains, even if
 * the answer was lost.
 * @throws {CardError} Stripe refused the card, or the setup did not succeed
 * @throws {UnknownOutcomeError} Stripe could not be asked for the outcome
 */
export async function confirmCard(
  client: CardClient,
  card: StripeCardElement,
  clientSecret: string,
  details: BillingDetails,
): Promise<string> {
  const confirmed = await client.confirmCardSetup(clientSecret, {
    payment_method: { card, billing_details: billingDetailsOf(details) },
  });
  const refusal = confirmed.error;
  if (refusal && !leavesOpen(refusal)) throw new CardError(textOf(refusal, settingsTexts.paymentStep.failed));
  const { setupIntent, error } = await client.retrieveSetupIntent(clientSecret);
  if (error) throw new UnknownOutcomeError(textOf(error, settingsTexts.paymentStep.failed));
  const method = setupIntent.payment_method;
  if (setupIntent.status !== 'succeeded' || method === null) {
    throw new CardError(textOf(refusal, settingsTexts.paymentStep.notSucceeded));
  }
  return typeof method === 'string' ? method : method.id;
}

/**
 * Attaches a confirmed card to the account.
 * @throws {ApiError | NoAnswerError} the server did not accept the card
 */
export async function attachCard(paymentMethodId: string): Promise<void> {
  await callApi('/api/billing/attach-payment-method', AnySchema, {
    method: 'POST',
    body: { payment_method_id: paymentMethodId },
  });
}

/** Matches the frames of Stripe.js by their name prefix. styles.css uses the same prefix. */
const STRIPE_FRAME = 'iframe[name^="__privateStripeFrame"]';
const isStripes = (target: EventTarget | null): boolean => target instanceof Element && target.matches(STRIPE_FRAME);

/**
 * For 3-D Secure the bank's form appears in a frame that Stripe.js puts beside the dialog. A modal dialog traps the
 * focus, so focus events of that frame are hidden from the dialog (radix-ui/primitives #2122, react-stripe-js #318).
 */
export function useLetBankAsk(): void {
  useEffect(() => {
    const keepFromTrap = (event: FocusEvent) => {
      if (isStripes(event.type === 'focusin' ? event.target : event.relatedTarget)) event.stopImmediatePropagation();
    };
    const leaving = new AbortController();
    for (const type of ['focusin', 'focusout'] as const) {
      window.addEventListener(type, keepFromTrap, { capture: true, signal: leaving.signal });
    }
    return () => leaving.abort();
  }, []);
}
