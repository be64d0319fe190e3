/**
 * Replaces https://js.stripe.com/endive/stripe.js in browser tests: one card element in its own frame, which, as with
 * Stripe, is the only place that sees the number. The answers come from the strict fake behind https://api.stripe.com.
 */
(() => {
  const addressOf = (clientSecret) => {
    const [, id] = /^(seti_[^_]+)_secret_.+$/.exec(clientSecret) ?? [];
    if (!id) throw new Error(`Invalid client secret: ${clientSecret}`);
    return `https://api.stripe.com/v1/setup_intents/${id}`;
  };

  /** Adds a Stripe frame under `parent`; `hear` gets its messages until it is removed. */
  const openFrame = (parent, name, title, style, hear) => {
    const frame = document.createElement('iframe');
    Object.assign(frame, { src: `https://js.stripe.com/stub/${name}`, name: `__privateStripeFrame-${name}`, title });
    Object.assign(frame.style, { border: '0', width: '100%', ...style });
    window.addEventListener('message', ({ source, data }) => {
      if (frame.isConnected && source === frame.contentWindow) hear(data);
    });
    parent.append(frame);
    return frame;
  };

  class CardElement {
    frame = null;
    ready = () => {};
    answered = () => {};

    constructor(options) {
      this.options = options;
    }

    mount(parent) {
      const style = { height: '1.2em', display: 'block' };
      this.frame = openFrame(parent, 'card', 'Secure card payment input frame', style, (said) => {
        if (said !== 'ready') return this.answered(said.answer);
        this.update({});
        this.ready({ elementType: 'card' });
      });
    }

    /** The answer to the frame's own API call. */
    confirm(url, form) {
      return new Promise((resolve) => {
        this.answered = resolve;
        this.frame.contentWindow.postMessage({ url, form }, '*');
      });
    }

    on(event, listener) {
      if (event === 'ready') this.ready = listener;
    }

    off() {}

    update(options) {
      this.options = { ...this.options, ...options };
      this.frame?.contentWindow?.postMessage({ options: this.options }, '*');
    }

    destroy() {
      this.frame?.remove();
      this.frame = null;
    }
  }

  /** Asks the bank's question above everything. A page that takes all clicks must let clicks on this one through. */
  const askHolder = () =>
    new Promise((resolve) => {
      const style = { position: 'fixed', inset: '0', height: '100%', zIndex: '2147483647' };
      const frame = openFrame(document.body, 'bank', '3D Secure authentication', style, ({ outcome }) => {
        frame.remove();
        resolve(outcome);
      });
    });

  const LOST = { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting.' } };

  /** Stripe.js returns the intent or the error, and never throws for an error of the API. */
  const resultOf = (answer) => (answer?.error ? { error: answer.error } : answer ? { setupIntent: answer } : LOST);

  const call = (url, init) =>
    fetch(url, init)
      .then(async (answer) => resultOf(await answer.json()))
      .catch(() => LOST);

  const flatten = (prefix, value) =>
    typeof value === 'object'
      ? Object.entries(value).flatMap(([key, inner]) => flatten(`${prefix}[${key}]`, inner))
      : [[prefix, value]];

  /** React Stripe.js only checks that these functions exist. */
  const unused = () => {
    throw new Error('This stub does not know that');
  };

  function Stripe(key) {
    if (!key.startsWith('pk_test_')) throw new Error('Not a publishable test key');
    let card = null;
    return {
      elements: () => ({
        create: (type, options) => {
          if (type !== 'card' || card?.frame) throw new Error('This stub knows one card element');
          return (card = new CardElement(options));
        },
        getElement: () => card,
      }),
      async confirmCardSetup(clientSecret, { payment_method: { card: element, billing_details: details } }) {
        const url = addressOf(clientSecret);
        const own = { key, client_secret: clientSecret };
        if (!element.frame?.isConnected) throw new Error('The card element is not mounted');
        const form = [...Object.entries(own), ...flatten('payment_method_data[billing_details]', details)];
        const result = resultOf(await element.confirm(`${url}/confirm`, form));
        if (result.setupIntent?.status !== 'requires_action') return result;
        const body = new URLSearchParams({ ...own, outcome: await askHolder() });
        return call(`${url}/authenticate`, { method: 'POST', body });
      },
      retrieveSetupIntent: (clientSecret) =>
        call(`${addressOf(clientSecret)}?${new URLSearchParams({ key, client_secret: clientSecret })}`),
      createToken: unused,
      createPaymentMethod: unused,
      confirmCardPayment: unused,
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  window.Stripe = Object.assign(Stripe, { version: 'endive' });
})();
