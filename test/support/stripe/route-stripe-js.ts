import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BrowserContext, Locator, Page, Route } from 'playwright-core';

const script = (name: string): string => readFileSync(resolve('test/support/stripe', name), 'utf8');

const CARD_FRAME = (source: string): string => `<!doctype html><html lang="en"><title>Card</title>
<body style="margin:0"><input aria-label="Credit or debit card number" placeholder="Card number" inputmode="numeric"
  autocomplete="cc-number" style="border:0;outline:0;background:none;width:100%;font:16px sans-serif">
<script>${source}</script></body></html>`;

const BANK_FRAME = `<!doctype html><html lang="en"><title>Bank</title>
<body style="margin:20vh auto;max-width:20rem;background:#fff"><h1>Your bank asks</h1>
<button onclick="parent.postMessage({ outcome: 'complete' }, '*')">Complete</button>
<button onclick="parent.postMessage({ outcome: 'fail' }, '*')">Fail</button></body></html>`;

const serveScripts = (route: Route): Promise<void> => {
  const { pathname } = new URL(route.request().url());
  if (pathname === '/endive/stripe.js') {
    return route.fulfill({ contentType: 'text/javascript', body: script('stripe-js.js') });
  }
  if (pathname === '/stub/card') {
    return route.fulfill({ contentType: 'text/html', body: CARD_FRAME(script('stripe-card-frame.js')) });
  }
  if (pathname === '/stub/bank') return route.fulfill({ contentType: 'text/html', body: BANK_FRAME });
  return route.abort();
};

/** Where the page looks for Stripe, it finds the stub of Stripe.js and, behind api.stripe.com, the fake at `fakeUrl`. */
export async function routeStripeJs(context: BrowserContext, fakeUrl: string): Promise<void> {
  await context.route('https://js.stripe.com/**', serveScripts);
  await context.route('https://api.stripe.com/**', async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
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
