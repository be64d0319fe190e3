import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from 'playwright-core';

/** The frame of the card element: the number stays in it and is sent only to Stripe. */
const CARD_FRAME = `<!doctype html><html lang="en"><title>Card</title>
<body style="margin:0"><input aria-label="Credit or debit card number" placeholder="Card number" inputmode="numeric"
  autocomplete="cc-number" style="border:0;outline:0;background:none;width:100%;font:16px sans-serif">
<script>
  const input = document.querySelector('input');
  addEventListener('message', async ({ data: { options, url, form } }) => {
    if (options) input.style.color = options.style?.base?.color ?? '';
    if (options) input.disabled = options.disabled === true;
    if (!url) return;
    const card = { number: input.value.replaceAll(/\\D/g, ''), exp_month: '12', exp_year: '34', cvc: '123' };
    const fields = Object.entries(card).map(([name, value]) => ['payment_method_data[card][' + name + ']', value]);
    const body = new URLSearchParams([...form, ['payment_method_data[type]', 'card'], ...fields]);
    const answer = await fetch(url, { method: 'POST', body }).then((it) => it.json()).catch(() => null);
    parent.postMessage({ answer }, '*');
  });
  parent.postMessage('ready', '*');
</script></body></html>`;

const BANK_FRAME = `<!doctype html><html lang="en"><title>Bank</title>
<body style="margin:20vh auto;max-width:20rem;background:#fff"><h1>Your bank asks</h1>
<button onclick="parent.postMessage({ outcome: 'complete' }, '*')">Complete</button>
<button onclick="parent.postMessage({ outcome: 'fail' }, '*')">Fail</button></body></html>`;

/** Routes the page's calls to Stripe: to the stub of Stripe.js and, for api.stripe.com, to the fake at `fakeUrl`. */
export async function routeStripeJs(context: BrowserContext, fakeUrl: string): Promise<void> {
  const script = { contentType: 'text/javascript', body: readFileSync('test/support/stripe/stripe-js.js', 'utf8') };
  const html = (body: string) => ({ contentType: 'text/html', body });
  await context.route('https://js.stripe.com/**', (route) => route.abort());
  await context.route('https://js.stripe.com/endive/stripe.js*', (route) => route.fulfill(script));
  await context.route('https://js.stripe.com/stub/card', (route) => route.fulfill(html(CARD_FRAME)));
  await context.route('https://js.stripe.com/stub/bank', (route) => route.fulfill(html(BANK_FRAME)));
  await context.route('https://api.stripe.com/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${fakeUrl}${pathname}${search}` }).catch(() => null);
    await (response ? route.fulfill({ response }) : route.abort());
  });
}

/** The field for the card's number, in its frame: `.fill('4242 4242 4242 4242')`. */
export const cardNumber = (page: Page): Locator =>
  page.frameLocator('iframe[title="Secure card payment input frame"]').getByLabel('Credit or debit card number');

/** Answers the bank's question of 3-D Secure. */
export const answerBank = (page: Page, answer: 'Complete' | 'Fail'): Promise<void> =>
  page.frameLocator('iframe[title="3D Secure authentication"]').getByRole('button', { name: answer }).click();
