import type { StripeElementStyle } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { onColorsChange } from '../../../ui/styles/theme';

/** The value of a color token in the present theme: Stripe's frame does not know our tokens. */
function colorOf(token: '--ink' | '--muted' | '--bad'): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

const readStyle = (): StripeElementStyle => ({
  base: { fontSize: '16px', color: colorOf('--ink'), '::placeholder': { color: colorOf('--muted') } },
  invalid: { color: colorOf('--bad') },
});

/** Makes the card element look like the other fields, in both themes. */
export function useCardStyle(): StripeElementStyle {
  const [style, setStyle] = useState(readStyle);
  useEffect(() => onColorsChange(() => setStyle(readStyle())), []);
  return style;
}
