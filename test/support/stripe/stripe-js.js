/**
 * Stands in for https://js.stripe.com/endive/stripe.js in browser tests: one card element in a frame of its own, as Stripe's,
 * which alone sees the number. Strict in what it is given; the answers are those of the fake behind https://api.stripe.com.
 */
(() => {
  const FRAMES = 'https://js.stripe.com/stub/';
  const API = 'https://api.stripe.com/v1/setup_intents';
  const ADDRESS_KEYS = ['city', 'country', 'line1', 'line2', 'postal_code', 'state'];
  const CARD_OPTIONS = [
    'hidePostalCode',
    'disabled',
    'style',
    'classes',
    'value',
    'hideIcon',
    'iconStyle',
    'disableLink',
  ];

  class IntegrationError extends Error {
    name = 'IntegrationError';
  }

  const onlyKeys = (what, object, keys) => {
    if (typeof object !== 'object' || object === null) throw new IntegrationError(`${what} must be an object`);
    for (const key of Object.keys(object)) {
      if (!keys.includes(key)) throw new IntegrationError(`Unrecognized parameter of ${what}: ${key}`);
    }
  };

  const idOf = (clientSecret) => {
    const id = typeof clientSecret === 'string' && /^(seti_[^_]+)_secret_.+$/.exec(clientSecret)?.[1];
    if (!id) throw new IntegrationError(`Invalid client secret: ${clientSecret}`);
    return id;
  };

  const openFrame = (name, title, style) => {
    const frame = document.createElement('iframe');
    frame.src = `${FRAMES}${name}`;
    frame.name = `__privateStripeFrame-${name}`;
    frame.title = title;
    Object.assign(frame.style, { border: '0', width: '100%', ...style });
    return frame;
  };

  /** What the frame says, until `stop`. */
  const listenTo = (frame, hear) => {
    const listener = (event) => {
      if (event.source === frame.contentWindow) hear(event.data);
    };
    window.addEventListener('message', listener);
    return () => window.removeEventListener('message', listener);
  };

  class CardElement {
    listeners = new Map();
    frame = null;
    stop = () => {};
    calls = new Map();

    constructor(options, onDestroy) {
      onlyKeys('the card element', options, CARD_OPTIONS);
      this.options = options;
      this.onDestroy = onDestroy;
    }

    mount(target) {
      const parent = typeof target === 'string' ? document.querySelector(target) : target;
      if (!parent) throw new IntegrationError('The card element has nowhere to go');
      parent.classList.add('StripeElement');
      this.frame = openFrame('card', 'Secure card payment input frame', { height: '1.2em', display: 'block' });
      this.stop = listenTo(this.frame, (message) => this.hear(message));
      parent.append(this.frame);
    }

    hear({ type, call, answer, complete, empty, error }) {
      if (type === 'answer') this.calls.get(call)?.(answer);
      if (type === 'ready') this.tell({ type: 'options', options: this.options });
      if (type === 'answer') return;
      const event = { elementType: 'card', complete, empty, error, brand: 'visa', value: { postalCode: '' } };
      for (const listener of this.listeners.get(type) ?? []) listener(event);
    }

    tell(message) {
      this.frame?.contentWindow?.postMessage(message, '*');
    }

    /** What the frame's own call of the API answers. */
    ask(message) {
      return new Promise((resolve) => {
        const call = this.calls.size;
        this.calls.set(call, resolve);
        this.tell({ ...message, call });
      });
    }

    on(event, listener) {
      this.listeners.set(event, [...(this.listeners.get(event) ?? []), listener]);
      return this;
    }

    off(event, listener) {
      this.listeners.set(
        event,
        (this.listeners.get(event) ?? []).filter((each) => each !== listener),
      );
      return this;
    }

    update(options) {
      onlyKeys('the card element', options, CARD_OPTIONS);
      this.options = { ...this.options, ...options };
      this.tell({ type: 'options', options: this.options });
    }

    unmount() {
      this.stop();
      this.frame?.remove();
      this.frame = null;
    }

    destroy() {
      this.unmount();
      this.onDestroy();
    }
  }

  class Elements {
    card = null;

    create(type, options = {}) {
      if (type !== 'card') throw new IntegrationError(`This stub knows no ${type} element`);
      if (this.card) throw new IntegrationError('Can only create one Element of type card');
      this.card = new CardElement(options, () => {
        this.card = null;
      });
      return this.card;
    }

    getElement() {
      return this.card;
    }
  }

  /** Asks the bank's question, as its own page does, above everything: a page that takes all clicks must let these through. */
  const askOwner = () =>
    new Promise((resolve) => {
      const style = { position: 'fixed', inset: '0', height: '100%', zIndex: '2147483647' };
      const frame = openFrame('bank', '3D Secure authentication', style);
      const stop = listenTo(frame, ({ outcome }) => {
        stop();
        frame.remove();
        resolve(outcome);
      });
      document.body.append(frame);
    });

  const LOST = {
    type: 'api_connection_error',
    message: 'We are experiencing issues connecting to our payments provider.',
  };

  /** Stripe.js answers with the intent or the error, and never throws for what the API says. */
  const resultOf = (answer) => {
    if (!answer) return { error: LOST };
    return answer.error ? { error: answer.error } : { setupIntent: answer };
  };

  const call = (url, init) =>
    fetch(url, init)
      .then((answer) => answer.json())
      .catch(() => null);

  const checkConfirmation = (data, elements) => {
    onlyKeys('confirmCardSetup', data, ['payment_method']);
    onlyKeys('payment_method', data.payment_method, ['card', 'billing_details']);
    const { card, billing_details: details = {} } = data.payment_method;
    if (!elements.some((each) => each.card === card) || !card.frame?.isConnected) {
      throw new IntegrationError('We could not retrieve data from the specified Element: it is not mounted.');
    }
    onlyKeys('billing_details', details, ['name', 'email', 'phone', 'address']);
    onlyKeys('billing_details.address', details.address ?? {}, ADDRESS_KEYS);
    return { card, details };
  };

  function Stripe(key) {
    if (typeof key !== 'string' || !key.startsWith('pk_test_'))
      throw new IntegrationError('Not a publishable test key');
    const elements = [];
    const unknown = (name) => () => {
      throw new IntegrationError(`This stub does not know ${name}`);
    };
    return {
      elements() {
        const made = new Elements();
        elements.push(made);
        return made;
      },
      async confirmCardSetup(clientSecret, data) {
        const id = idOf(clientSecret);
        const { card, details } = checkConfirmation(data, elements);
        const result = resultOf(
          await card.ask({ type: 'confirm', url: `${API}/${id}/confirm`, key, clientSecret, details }),
        );
        if (result.setupIntent?.status !== 'requires_action') return result;
        const body = new URLSearchParams({ key, client_secret: clientSecret, outcome: await askOwner() });
        return resultOf(await call(`${API}/${id}/authenticate`, { method: 'POST', body }));
      },
      async retrieveSetupIntent(clientSecret) {
        const query = new URLSearchParams({ key, client_secret: clientSecret });
        return resultOf(await call(`${API}/${idOf(clientSecret)}?${query}`));
      },
      createToken: unknown('createToken'),
      createPaymentMethod: unknown('createPaymentMethod'),
      confirmCardPayment: unknown('confirmCardPayment'),
      registerAppInfo() {},
      _registerWrapper() {},
    };
  }

  window.Stripe = Object.assign(Stripe, { version: 'endive' });
})();
