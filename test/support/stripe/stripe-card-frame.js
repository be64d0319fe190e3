/** In the frame of the card element: the number stays here, and goes to Stripe only. */
(() => {
  const input = document.querySelector('input');
  const tell = (message) => window.parent.postMessage(message, '*');

  const flatten = (prefix, value) =>
    typeof value === 'object'
      ? Object.entries(value).flatMap(([key, inner]) => flatten(`${prefix}[${key}]`, inner))
      : [[prefix, value]];

  const confirm = ({ url, key, clientSecret, details }) => {
    const card = { number: input.value.replaceAll(/\D/g, ''), exp_month: '12', exp_year: '34', cvc: '123' };
    const method = flatten('payment_method_data', { type: 'card', card, billing_details: details });
    const body = new URLSearchParams([['key', key], ['client_secret', clientSecret], ...method]);
    return fetch(url, { method: 'POST', body })
      .then((answer) => answer.json())
      .catch(() => null);
  };

  window.addEventListener('message', ({ data }) => {
    if (data.type === 'options') {
      input.disabled = data.options.disabled === true;
      input.style.color = data.options.style?.base?.color ?? '';
    }
    if (data.type === 'confirm') void confirm(data).then((answer) => tell({ type: 'answer', answer }));
  });
  tell({ type: 'ready' });
})();
