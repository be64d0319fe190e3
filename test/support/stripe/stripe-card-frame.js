/** In the frame of the card element: the number stays here, and goes to Stripe only. */
(() => {
  const input = document.querySelector('input');
  const tell = (message) => window.parent.postMessage(message, '*');
  const digits = () => input.value.replaceAll(/\D/g, '');

  const stateOf = () => {
    const length = digits().length;
    return { empty: length === 0, complete: length === 16, error: undefined };
  };

  const flatten = (prefix, value) =>
    typeof value === 'object'
      ? Object.entries(value).flatMap(([key, inner]) => flatten(`${prefix}[${key}]`, inner))
      : [[prefix, value]];

  const formOf = ({ key, clientSecret, details }) => {
    const card = { number: digits(), exp_month: '12', exp_year: '34', cvc: '123' };
    const method = { type: 'card', card, billing_details: details };
    return [['key', key], ['client_secret', clientSecret], ...flatten('payment_method_data', method)];
  };

  const confirm = async (message) => {
    if (digits().length < 16) {
      const code = 'incomplete_number';
      return { error: { type: 'validation_error', code, message: 'Your card number is incomplete.' } };
    }
    const body = new URLSearchParams(formOf(message));
    return fetch(message.url, { method: 'POST', body })
      .then((answer) => answer.json())
      .catch(() => null);
  };

  window.addEventListener('message', ({ data }) => {
    if (data.type === 'options') {
      input.disabled = data.options.disabled === true;
      input.style.color = data.options.style?.base?.color ?? '';
    }
    if (data.type === 'confirm') {
      void confirm(data).then((answer) => tell({ type: 'answer', call: data.call, answer }));
    }
  });
  input.addEventListener('input', () => tell({ type: 'change', ...stateOf() }));
  input.addEventListener('focus', () => tell({ type: 'focus' }));
  input.addEventListener('blur', () => tell({ type: 'blur' }));
  tell({ type: 'ready' });
})();
