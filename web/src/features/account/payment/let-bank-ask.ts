import { useEffect } from 'react';

/** The name prefix of Stripe.js's frames; styles.css uses it, too. */
const STRIPE_FRAME = 'iframe[name^="__privateStripeFrame"]';

const isStripes = (target: EventTarget | null): boolean => target instanceof Element && target.matches(STRIPE_FRAME);

/**
 * For 3-D Secure the bank asks in a frame that Stripe.js puts beside the dialog. A modal dialog traps the focus, so it
 * must not notice that the focus goes there (radix-ui/primitives #2122, react-stripe-js #318).
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
