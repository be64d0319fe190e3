import type Stripe from 'stripe';
import { Refusal } from './refusal';
import type { World } from './world';

export interface TestCard {
  brand: string;
  last4: string;
  /** What happens when it is saved: null is taken, a text the reason why not. */
  setup: null | '3ds' | 'generic_decline' | 'insufficient_funds' | 'expired_card';
  /** What happens when it is charged without its owner. */
  charge: null | 'generic_decline' | 'insufficient_funds' | 'authentication_required';
}

const visa = (last4: string, setup: TestCard['setup'], charge: TestCard['charge']): TestCard => ({
  brand: 'visa',
  last4,
  setup,
  charge,
});

/** Stripe's own test numbers (docs.stripe.com/testing). */
const CARDS: Record<string, TestCard> = {
  '4242424242424242': visa('4242', null, null),
  '5555555555554444': { ...visa('4444', null, null), brand: 'mastercard' },
  '4000000000000002': visa('0002', 'generic_decline', 'generic_decline'),
  '4000000000009995': visa('9995', 'insufficient_funds', 'insufficient_funds'),
  '4000000000000069': visa('0069', 'expired_card', 'generic_decline'),
  '4000000000000341': visa('0341', null, 'generic_decline'),
  '4000002500003155': visa('3155', '3ds', null),
  '4000002760003184': visa('3184', '3ds', 'authentication_required'),
  '4000008260003178': visa('3178', '3ds', 'insufficient_funds'),
};

const MESSAGES: Record<string, string> = {
  expired_card: 'Your card has expired.',
  insufficient_funds: 'Your card has insufficient funds.',
  authentication_required: 'Your card was declined. This transaction requires authentication.',
};

/** Why a card is not taken, in Stripe's words. */
export function declined(reason: string, about: { payment_method?: unknown; setup_intent?: unknown } = {}): Refusal {
  const own = reason === 'expired_card' || reason === 'authentication_required';
  return new Refusal(402, {
    type: 'card_error',
    code: own ? reason : 'card_declined',
    decline_code: reason,
    message: MESSAGES[reason] ?? 'Your card was declined.',
    ...about,
  });
}

/** @throws {Refusal} no number of a card, or of none of the test cards */
export function testCard(number: string): TestCard {
  const digits = number.replaceAll(/\s/g, '');
  if (!passesLuhn(digits)) {
    const param = 'number';
    throw new Refusal(402, {
      type: 'card_error',
      code: 'incorrect_number',
      message: 'Your card number is incorrect.',
      param,
    });
  }
  const card = CARDS[digits];
  if (!card) throw declined('test_mode_live_card');
  return card;
}

function passesLuhn(digits: string): boolean {
  const sum = digits
    .split('')
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0;
}

type Details = Stripe.SetupIntentConfirmParams.PaymentMethodData.BillingDetails;

/** A payment method of a card that belongs to nobody yet. */
export function newMethod(world: World, card: TestCard, details: Details = {}): Stripe.PaymentMethod {
  const address = typeof details.address === 'object' ? details.address : null;
  const method: Stripe.PaymentMethod = {
    id: world.id('pm'),
    object: 'payment_method',
    billing_details: {
      address: {
        city: address?.city ?? null,
        country: address?.country ?? null,
        line1: address?.line1 ?? null,
        line2: address?.line2 ?? null,
        postal_code: address?.postal_code ?? null,
        state: address?.state ?? null,
      },
      email: details.email ?? null,
      name: details.name ?? null,
      phone: details.phone ?? null,
      tax_id: null,
    },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: `fp_${card.last4}`,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: world.clock.seconds,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  world.cards.set(method.id, { method, card });
  return method;
}
