import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PRICE_LOOKUP_KEY, USAGE_ERROR_EVENT, WEBHOOK_EVENTS } from '../../../src/billing/catalogue';
import { type RunningFake, startFakeStripe } from '../../support/stripe/server';

const HOST = 'https://headroom.example';
const ENDPOINT = `${HOST}/api/billing/webhook`;

let running: RunningFake;
beforeAll(async () => {
  running = await startFakeStripe();
});
afterAll(() => running.stop());
beforeEach(() => running.fake.reset());

interface Ended {
  code: number;
  said: string;
}

/** Runs `npm run stripe:setup` as an operator does; the fake lives in this process. */
function setUp(args: string[] = [], env: Record<string, string> = {}): Promise<Ended> {
  const { PATH = '' } = process.env;
  const variables = { PATH, STRIPE_SECRET_KEY: running.keys.secretKey, STRIPE_API_BASE: running.url, ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/stripe-setup.mjs', ...args], { env: variables }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr });
    });
  });
}

const world = () => running.fake.world;
/** As it is now: later changes do not show in it. */
const all = () =>
  structuredClone({
    meters: [...world().meters.values()],
    prices: [...world().prices.values()],
    products: [...world().products.values()],
    endpoints: [...world().webhookEndpoints.values()],
    destinations: [...world().eventDestinations.values()],
  });

test('makes meter, product and price, and finds them when it runs again', async () => {
  const first = await setUp();
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('--webhook') });
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
    products: [{}],
  });
  const again = await setUp();
  expect(again.code).toBe(0);
  expect(all()).toEqual(made);
  expect(first.said + again.said).not.toContain(running.keys.secretKey);
  expect(running.fake.unexpected).toEqual([]);
});

test('the worker looks for the price by the same key', () => {
  expect(readFileSync('wrangler.toml', 'utf8')).toContain(`STRIPE_PRICE_LOOKUP_KEY = "${PRICE_LOOKUP_KEY}"`);
});

test('with --webhook it makes both endpoints with what is handled, tells their secrets once, and finds them', async () => {
  const first = await setUp(['--webhook', HOST]);
  expect(first.code).toBe(0);
  const made = all();
  expect(made).toMatchObject({
    endpoints: [{ url: ENDPOINT, enabled_events: WEBHOOK_EVENTS }],
    destinations: [{ event_payload: 'thin', enabled_events: [USAGE_ERROR_EVENT], webhook_endpoint: { url: ENDPOINT } }],
  });
  expect(first.said).toMatch(/wrangler secret put STRIPE_WEBHOOK_SECRET\n.*whsec_\w+,whsec_\w+/);
  const again = await setUp(['--webhook', HOST]);
  expect(again.code).toBe(0);
  expect(again.said).not.toContain('whsec_');
  expect(all()).toEqual(made);
  expect(running.fake.unexpected).toEqual([]);
});

test('the secret of the first endpoint is told also where the second cannot be made', async () => {
  running.fake.faults.add({ type: 'status', status: 500, method: 'POST', path: 'event_destinations', times: 5 });
  const { code, said } = await setUp(['--webhook', HOST]);
  expect(code).toBe(1);
  expect(all()).toMatchObject({ endpoints: [{ url: ENDPOINT }], destinations: [] });
  expect(said).toMatch(/whsec_\w+/);
});

test('with Stripe out of reach says so', async () => {
  running.fake.faults.setDown(true);
  const { code, said } = await setUp();
  expect(code).toBe(1);
  expect(said).toMatch(/^Stripe cannot be reached: /);
});

test('an empty lookup key is none: the price has the one that the worker looks for', async () => {
  expect(await setUp([], { STRIPE_PRICE_LOOKUP_KEY: '' })).toMatchObject({ code: 0 });
  expect(all().prices).toMatchObject([{ lookup_key: PRICE_LOOKUP_KEY }]);
});

describe('refuses, and changes nothing, when', () => {
  const price = (changes: object) => {
    const [found] = world().prices.values();
    if (found) Object.assign(found, changes);
  };
  test.each([
    ['the amount differs', 'amount in cents is 200, and must be 300', () => price({ unit_amount: 200 })],
    ['the currency differs', 'currency is eur, and must be usd', () => price({ currency: 'eur' })],
    ['the price is archived', 'active is false, and must be true', () => price({ active: false })],
    [
      'the interval differs',
      'interval is 1 year, and must be 1 month',
      () => price({ recurring: { interval: 'year', interval_count: 1, usage_type: 'metered', meter: null } }),
    ],
    [
      'the meter counts another way',
      'aggregation is last, and must be sum',
      () => {
        for (const meter of world().meters.values()) meter.default_aggregation.formula = 'last';
      },
    ],
    [
      'an endpoint gets other events',
      'events is invoice.paid, and must be',
      () => {
        for (const endpoint of world().webhookEndpoints.values()) endpoint.enabled_events = ['invoice.paid'];
      },
    ],
  ])('%s', async (_what, text, differ) => {
    await setUp(['--webhook', HOST]);
    differ();
    const before = all();
    expect(await setUp(['--webhook', HOST])).toMatchObject({ code: 1, said: expect.stringContaining(text) });
    expect(all()).toEqual(before);
  });

  test.each([
    ['there is no key', [], { STRIPE_SECRET_KEY: '' }, 'Set STRIPE_SECRET_KEY'],
    ['the key is none', [], { STRIPE_SECRET_KEY: 'nonsense' }, 'Stripe refused'],
    ['the host is not over HTTPS', ['--webhook', 'http://headroom.example'], {}, '--webhook wants'],
    ['the option is mistyped', ['--webhok', HOST], {}, 'Unknown option'],
    ['the host stands without its option', [HOST], {}, '--webhook https://'],
    ['the host has a path', ['--webhook', `${HOST}/app`], {}, '--webhook wants'],
  ])('%s', async (_what, args, env, text) => {
    const { code, said } = await setUp(args, env);
    expect([code, said]).toEqual([1, expect.stringContaining(text)]);
    expect(said).not.toMatch(/^ {4}at /m);
    expect(all()).toMatchObject({ meters: [], prices: [], endpoints: [] });
  });
});
