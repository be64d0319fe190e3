import type { StripeElementStyle } from '@stripe/stripe-js';

/** The value of a colour token in the theme in force: Stripe's frame knows no tokens of ours. */
function colorOf(token: '--ink' | '--muted' | '--bad'): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The card element in the clothes of the other fields. */
export const cardStyle = (): StripeElementStyle => ({
  base: { fontSize: '16px', color: colorOf('--ink'), '::placeholder': { color: colorOf('--muted') } },
  invalid: { color: colorOf('--bad') },
});
