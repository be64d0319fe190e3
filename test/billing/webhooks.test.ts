import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { METER_EVENT_NAME } from '../../src/billing/catalog';
import { isCountingAllowed, SUBSCRIPTION_STATUSES } from '../../src/shared/rules/subscription';
import { createClient } from '../worker/support/client';
import { loginWithCode } from '../worker/support/accounts';
import { clientIdOf } from '../worker/support/room';
import { join, openSocket } from '../worker/support/sockets';
import type { Subscription } from '../support/stripe/objects';
import { pass } from './support/clock';
import { expectEachDayBilledOnce } from './support/invariant';
import { logged } from './support/logged';
import { fakeStripe, stripe } from './support/stripe';
import { Venue } from './support/venue';
import { deliver, post, sign } from './support/webhooks';

/** Gives the venue's subscription this status at Stripe and returns the undelivered event about it. */
async function become(venue: Venue, status: Subscription['status']) {
  await fakeStripe.setStatus(await venue.subscriptionId(), status);
  const [event, ...others] = await fakeStripe.take();
  if (!event || others.length > 0) throw new Error(`${others.length} more events`);
  return event;
}

const remembered = () => env.DB.prepare('SELECT count(*) AS n FROM provider_events').first<number>('n');

test("one event from Stripe locks and unlocks every device: the badge, the admin's page and access-code devices", async () => {
  const venue = await Venue.trialing();
  const { body } = await venue.client.get('/api/events');
  const [event] = z.parse(z.array(z.object({ accessCode: z.string() })), body);
  const hub = await openSocket(venue.client, '/api/account/socket');
  const desk = await join(venue.client, venue.eventId, clientIdOf(2));
  const door = await join(await loginWithCode(event?.accessCode ?? ''), venue.eventId, clientIdOf(3));

  for (const [status, isAllowed] of [
    ['unpaid', false],
    ['active', true],
  ] as const) {
    const webhook = await become(venue, status);
    expect(webhook.type).toBe('customer.subscription.updated');
    expect((await post(webhook)).status).toBe(200);
    await hub.next('force_refresh');
    for (const device of [desk, door]) {
      await device.next('force_refresh');
      expect(await device.next('sync')).toMatchObject({ countingAllowed: isAllowed, subscriptionStatus: status });
    }
    expect(await venue.status()).toBe(status);
    expect(await venue.count()).toBe(isAllowed);
  }
});

test('all eight statuses are announced and lock by the same rule', async () => {
  const venue = await Venue.trialing();
  const isOver = (status: string) => status === 'canceled';
  for (const status of [...SUBSCRIPTION_STATUSES].toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))) {
    await fakeStripe.setStatus(await venue.subscriptionId(), status);
    await deliver();
    expect(await venue.status()).toBe(status);
    expect(await venue.count(), status).toBe(isCountingAllowed(status));
  }
});

test('the current state at Stripe wins when events arrive in any order and any number of times', async () => {
  const venue = await Venue.trialing();
  await venue.saveCard();
  const told = [];
  for (const status of ['past_due', 'unpaid', 'canceled'] as const) told.push(await become(venue, status));
  const before = Number(await remembered());
  for (const event of [...told.toReversed(), ...told]) {
    expect((await post(event)).status).toBe(200);
    expect(await venue.status()).toBe('canceled');
  }
  expect(Number(await remembered()) - before).toBe(3);
  expect(await env.DB.prepare('SELECT revision FROM users').first('revision')).toBe(3);
});

test('an event that failed is handled when Stripe sends it again, and repeats of it no longer ask Stripe', async () => {
  const venue = await Venue.trialing();
  const event = await become(venue, 'unpaid');
  await fakeStripe.setDown(true);
  expect((await post(event)).status).toBe(503);
  expect(logged()).not.toBe('[]');
  await fakeStripe.setDown(false);
  expect(await venue.status()).toBe('trialing');
  expect((await post(event)).status).toBe(200);
  expect(await venue.status()).toBe('unpaid');
  const asked = await fakeStripe.requests();
  expect((await post(event)).status).toBe(200);
  expect(await fakeStripe.requests()).toEqual(asked);
});

test('the webhook reads only bodies that Stripe signed a moment ago', async () => {
  const venue = await Venue.trialing();
  const { body } = await become(venue, 'unpaid');
  const signature = await sign(body);
  const refused = { status: 400, body: { code: 'invalid_signature' } };
  expect(await post({ body: body.replace('unpaid', 'active') }, signature)).toMatchObject(refused);
  expect(await post({ body }, await sign(body, 'whsec_another'))).toMatchObject(refused);
  expect(await post({ body }, await sign(body, undefined, Date.now() - 301_000))).toMatchObject(refused);
  for (const nonsense of ['', 't=1', 'v1=00', 't=x,v1=y'])
    expect(await post({ body }, nonsense)).toMatchObject(refused);
  expect(await createClient().post('/api/billing/webhook')).toMatchObject(refused);
  expect(await venue.status()).toBe('trialing');
  expect(await post({ body }, signature)).toMatchObject({ status: 200 });
});

test('usage that Stripe accepted but could not count is sent again under another identifier', async () => {
  const venue = await Venue.counted();
  // Stripe accepts usage for any customer and checks the customer later. Here the customer is gone.
  const [day] = venue.costly;
  await stripe.billing.meterEvents.create({
    event_name: METER_EVENT_NAME,
    identifier: z.parse(z.string(), day),
    payload: { stripe_customer_id: 'cus_gone', value: '1' },
  });
  await venue.runBilling();
  expect(await venue.days()).toMatchObject([{ settled_at: Date.now() }]);
  await fakeStripe.settings({ unnamedErrors: 2 });
  await pass(60_000);
  const report = (await deliver()).at(-1);
  expect(report?.type).toBe('v1.billing.meter.error_report_triggered');
  // The report covers more events than it names, so an operator must look.
  const [[line]] = z.parse(z.tuple([z.tuple([z.string()])]), JSON.parse(logged()));
  expect(JSON.parse(line)).toMatchObject({
    what: 'webhook.usage',
    errors: 3,
    named: 1,
    from: new Date(Date.now() - 55_000).toISOString(),
  });
  expect(await venue.days()).toMatchObject([{ settled_at: null }]);
  await venue.runBilling();
  const { meterEvents } = await fakeStripe.state();
  expect(meterEvents.map(({ identifier, error }) => [identifier, error === null])).toEqual([
    [day, false],
    [`${day}:1`, true],
  ]);
  // The repeated report is about the first identifier and changes nothing.
  await env.DB.prepare('DELETE FROM provider_events').run();
  expect((await post(report ?? { body: '' })).status).toBe(200);
  expect(await venue.days()).toMatchObject([{ settled_at: Date.now() }]);
  await expectEachDayBilledOnce(venue);
});
