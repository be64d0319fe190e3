import { vi } from 'vitest';

/** The answers of Stripe.js to one setup: an error or a setup intent. */
interface StripeAnswers {
  confirm?: unknown;
  retrieve?: unknown;
  /** The field's frame stays empty for good. */
  isSilent?: boolean;
}

/** React Stripe.js only checks that these functions exist. */
const unused = () => {};

/** Installs a fake Stripe.js for the real react-stripe-js. Returns what the fake receives. */
export function fakeStripe(answers: StripeAnswers = {}) {
  const succeeded = { setupIntent: { status: 'succeeded', payment_method: 'pm_1' } };
  const confirmCardSetup = vi.fn<(secret: string, data: unknown) => Promise<unknown>>(
    async () => answers.confirm ?? succeeded,
  );
  const retrieveSetupIntent = vi.fn<(secret: string) => Promise<unknown>>(async () => answers.retrieve ?? succeeded);
  const update = vi.fn<(options: unknown) => void>();
  const createElement = vi.fn<(type: string, options: unknown) => unknown>(() => {
    const listeners = new Map<string, () => void>();
    return {
      mount: () => setTimeout(() => !answers.isSilent && listeners.get('ready')?.()),
      on: (event: string, listener: () => void) => listeners.set(event, listener),
      off: () => {},
      update,
      destroy: () => {},
    };
  });
  const stripe = {
    elements: () => {
      let card: unknown = null;
      return {
        create: (type: string, options: unknown) => {
          card = createElement(type, options);
          return card;
        },
        getElement: () => card,
      };
    },
    createToken: unused,
    createPaymentMethod: unused,
    confirmCardPayment: unused,
    confirmCardSetup,
    retrieveSetupIntent,
  };
  const Stripe = Object.assign(
    vi.fn((_key: string, _options?: object) => stripe),
    { version: 'endive' },
  );
  vi.stubGlobal('Stripe', Stripe);
  return { Stripe, createElement, update, confirmCardSetup, retrieveSetupIntent };
}
