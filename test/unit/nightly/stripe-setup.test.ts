import { execFile } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PRICE_LOOKUP_KEY, USAGE_ERROR_EVENT, WEBHOOK_EVENTS } from '../../../src/billing/catalog';
import { type RunningFake, startFakeStripe } from '../../support/stripe/server';

const HOST = 'https://headroom.example';
const ENDPOINT = `${HOST}/api/billing/webhook`;

let running: RunningFake;
beforeAll(async () => {
  running = await startFakeStripe();
});
afterAll(() => running.stop());
beforeEach(() => running.fake.reset());

/** Runs `npm run stripe:setup` as an operator does. The fake Stripe runs in this process. */
function setUp(args: string[] = [], env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const { PATH = '' } = process.env;
  const variables = { PATH, STRIPE_SECRET_KEY: running.keys.secretKey, STRIPE_API_BASE: running.url, ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/stripe-setup.mjs', ...args], { env: variables }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
    });
  });
}

const world = () => running.fake.world;
/** A copy of the current state, which later changes do not affect. */
const all = () =>
  structuredClone({
    meters: [...world().meters.values()],
    prices: [...world().prices.values()],
    endpoints: [...world().endpoints.values()],
    destinations: [...world().destinations.values()],
  });

test('stripe:setup creates the meter and the price, creates both endpoints with --webhook, prints their secrets once, and finds them all on the next run', async () => {
  // An empty lookup key counts as none: the price gets the key that the worker looks for.
  const first = await setUp([], { STRIPE_PRICE_LOOKUP_KEY: '' });
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('--webhook') });
  const second = await setUp(['--webhook', HOST]);
  expect(second.code).toBe(0);
  expect(second.said).toMatch(/--with stripe asks for STRIPE_WEBHOOK_SECRET\n.*whsec_\w+,whsec_\w+/);
  const made = all();
  expect(made).toMatchObject({
    meters: [{ event_name: 'event_day', default_aggregation: { formula: 'sum' } }],
    prices: [
      {
        lookup_key: PRICE_LOOKUP_KEY,
        unit_amount: 300,
        currency: 'usd',
        recurring: { interval: 'month', usage_type: 'metered', meter: made.meters[0]?.id },
      },
    ],
    endpoints: [{ url: ENDPOINT, enabled_events: WEBHOOK_EVENTS }],
    destinations: [{ event_payload: 'thin', enabled_events: [USAGE_ERROR_EVENT], webhook_endpoint: { url: ENDPOINT } }],
  });

  const third = await setUp(['--webhook', HOST]);
  expect(third.code).toBe(0);
  expect(third.said).not.toContain('whsec_');
  expect(first.said + second.said + third.said).not.toContain(running.keys.secretKey);
  expect(all()).toEqual(made);
  expect(running.fake.unexpected).toEqual([]);
});

/** Changes the first of the created objects. */
const change = (made: () => Iterable<object>, changes: object) => () => {
  const [found] = made();
  if (found) Object.assign(found, changes);
};
const prices = () => world().prices.values();

test.each([
  ['amount in cents is 200, and must be 300', change(prices, { unit_amount: 200 })],
  ['active is false, and must be true', change(prices, { active: false })],
  [
    'events is invoice.paid, and must be',
    change(() => world().endpoints.values(), { enabled_events: ['invoice.paid'] }),
  ],
])('stripe:setup changes nothing and reports that %s', async (text, differ) => {
  await setUp(['--webhook', HOST]);
  differ();
  const before = all();
  expect(await setUp(['--webhook', HOST])).toMatchObject({ code: 1, said: expect.stringContaining(text) });
  expect(all()).toEqual(before);
});
