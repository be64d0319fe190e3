import type { StripeElementStyle } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { onColorsChange } from '../../../lib/theme';

/** The value of a colour token in the theme in force: Stripe's frame knows no tokens of ours. */
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

/** The card element in the clothes of the other fields, by day and by night. */
export function useCardStyle(): StripeElementStyle {
  const [style, setStyle] = useState(readStyle);
  useEffect(() => onColorsChange(() => setStyle(readStyle())), []);
  return style;
}
