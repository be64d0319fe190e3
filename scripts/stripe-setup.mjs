import process from 'node:process';
import { Stripe } from 'stripe';
import { PRICE_LOOKUP_KEY } from '../src/billing/catalog.ts';
import { fail, readCommandLine } from './command.ts';
import { findOrCreateMeter, findOrCreatePrice } from './stripe/catalog.mjs';
import { findOrCreateDestinations } from './stripe/destinations.mjs';
import { Difference } from './stripe/difference.mjs';

/**
 * Finds meter, product and price at Stripe, or creates them; with --webhook https://host also the endpoints for
 * Stripe's events. A second run changes nothing. The script reports an object that differs from what it needs, and does
 * not change it.
 */

const { STRIPE_SECRET_KEY: key, STRIPE_API_BASE: base } = process.env;
// An empty variable counts as missing.
const lookupKey = process.env.STRIPE_PRICE_LOOKUP_KEY || PRICE_LOOKUP_KEY;
const USAGE =
  'npm run stripe:setup [-- --webhook https://<where Headroom runs>]\n  STRIPE_SECRET_KEY is the key of the account\n';

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @param {string} secretKey */
function openStripe(secretKey) {
  if (!base) return new Stripe(secretKey, { telemetry: false });
  const { protocol, hostname, port } = new URL(base);
  return new Stripe(secretKey, {
    telemetry: false,
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port,
  });
}

const { webhook } = readCommandLine({ options: { webhook: { type: 'string' } } }, USAGE).values;

/** The origin in the --webhook option; undefined without that option. */
function webhookOrigin() {
  if (webhook === undefined) return undefined;
  const url = URL.canParse(webhook) ? new URL(webhook) : null;
  if (url?.protocol !== 'https:' || url.href !== `${url.origin}/`) {
    fail(`--webhook wants where Headroom runs, as https://headroom.example, not ${webhook}`);
  }
  return url?.origin;
}

/** @param {string} secretKey */
async function setUp(secretKey) {
  const origin = webhookOrigin();
  const stripe = openStripe(secretKey);
  const meter = await findOrCreateMeter(stripe);
  say(`Meter    ${meter.object.id} ${meter.isNew ? 'made' : 'is there'}`);
  const price = await findOrCreatePrice(stripe, { lookupKey, meter: meter.object.id });
  say(`Price    ${price.object.id} (${lookupKey}) ${price.isNew ? 'made' : 'is there'}`);
  if (origin === undefined) {
    say('\nNext: npm run stripe:setup -- --webhook https://<where Headroom runs>');
    return;
  }
  let known = 0;
  const secrets = [];
  for await (const { id, isNew, secret } of findOrCreateDestinations(stripe, origin)) {
    say(`Webhook  ${id} ${isNew ? 'made' : 'is there'}`);
    if (!isNew) known += 1;
    if (secret === undefined) continue;
    say(`         its secret, told only now: ${secret}`);
    secrets.push(secret);
  }
  if (secrets.length === 0) {
    say('\nTheir secrets were told when they were made; the dashboard shows them, too.');
    return;
  }
  say('\nNext: npm run setup -- --env production --with stripe asks for STRIPE_WEBHOOK_SECRET');
  say(
    known > 0
      ? 'It takes the secrets of both webhooks, with a comma between: add this one.'
      : `It takes both, as they stand here: ${secrets.join(',')}`,
  );
}

if (!key) fail('Set STRIPE_SECRET_KEY: STRIPE_SECRET_KEY=sk_… npm run stripe:setup');
else {
  try {
    await setUp(key);
  } catch (error) {
    if (error instanceof Difference) fail(error.message);
    if (error instanceof Stripe.errors.StripeConnectionError) fail(`Stripe cannot be reached: ${error.message}`);
    if (error instanceof Stripe.errors.StripeError) fail(`Stripe refused: ${error.message}`);
    throw error;
  }
}
