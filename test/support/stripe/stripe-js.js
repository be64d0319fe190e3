/**
 * Stands in for https://js.stripe.com/endive/stripe.js in browser tests: one card element in a frame of its own, as Stripe's,
 * which alone sees the number. The answers are those of the fake behind https://api.stripe.com, which is strict.
 */
(() => {
  const addressOf = (clientSecret) => {
    const [, id] = /^(seti_[^_]+)_secret_.+$/.exec(clientSecret) ?? [];
    if (!id) throw new Error(`Invalid client secret: ${clientSecret}`);
    return `https://api.stripe.com/v1/setup_intents/${id}`;
  };

  /** A frame of Stripe's under `parent`; `hear` gets what it says until it is removed. */
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
    listeners = {};
    frame = null;
    answered = () => {};

    constructor(options) {
      this.options = options;
    }

    mount(parent) {
      const style = { height: '1.2em', display: 'block' };
      this.frame = openFrame(parent, 'card', 'Secure card payment input frame', style, ({ type, answer }) => {
        if (type === 'answer') this.answered(answer);
        if (type !== 'ready') return;
        this.tell({ type: 'options', options: this.options });
        this.listeners.ready?.({ elementType: 'card' });
      });
    }

    tell(message) {
      this.frame?.contentWindow?.postMessage(message, '*');
    }

    /** What the frame's own call of the API answers. */
    confirm(call) {
      return new Promise((resolve) => {
        this.answered = resolve;
        this.tell({ type: 'confirm', ...call });
      });
    }

    on(event, listener) {
      this.listeners[event] = listener;
    }

    off(event) {
      delete this.listeners[event];
    }

    update(options) {
      this.options = { ...this.options, ...options };
      this.tell({ type: 'options', options: this.options });
    }

    destroy() {
      this.frame?.remove();
      this.frame = null;
    }
  }

  /** Asks the bank's question, as its own page does, above everything: a page that takes all clicks must let these through. */
  const askHolder = () =>
    new Promise((resolve) => {
      const style = { position: 'fixed', inset: '0', height: '100%', zIndex: '2147483647' };
      const frame = openFrame(document.body, 'bank', '3D Secure authentication', style, ({ outcome }) => {
        frame.remove();
        resolve(outcome);
      });
    });

  const LOST = { type: 'api_connection_error', message: 'We are experiencing issues connecting.' };

  /** Stripe.js answers with the intent or the error, and never throws for what the API says. */
  const resultOf = (answer) => {
    if (!answer) return { error: LOST };
    return answer.error ? { error: answer.error } : { setupIntent: answer };
  };

  const call = (url, init) =>
    fetch(url, init)
      .then(async (answer) => resultOf(await answer.json()))
      .catch(() => resultOf(null));

  /** React Stripe.js only looks whether they are there. */
  const unused = () => {
    throw new Error('This stub does not know that');
  };

  function Stripe(key) {
    if (!key.startsWith('pk_test_')) throw new Error('Not a publishable test key');
    return {
      elements() {
        let card = null;
        return {
          create(type, options) {
            if (type !== 'card' || card?.frame) throw new Error('This stub knows one card element');
            card = new CardElement(options);
            return card;
          },
          getElement: () => card,
        };
      },
      async confirmCardSetup(clientSecret, data) {
        const url = addressOf(clientSecret);
        const { card, billing_details: details } = data.payment_method;
        if (!card.frame?.isConnected) throw new Error('The card element is not mounted');
        const result = resultOf(await card.confirm({ url: `${url}/confirm`, key, clientSecret, details }));
        if (result.setupIntent?.status !== 'requires_action') return result;
        const body = new URLSearchParams({ key, client_secret: clientSecret, outcome: await askHolder() });
        return call(`${url}/authenticate`, { method: 'POST', body });
      },
      retrieveSetupIntent(clientSecret) {
        const query = new URLSearchParams({ key, client_secret: clientSecret });
        return call(`${addressOf(clientSecret)}?${query}`);
      },
      createToken: unused,
      createPaymentMethod: unused,
      confirmCardPayment: unused,
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  window.Stripe = Object.assign(Stripe, { version: 'endive' });
})();
