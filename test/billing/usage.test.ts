import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS } from '../../src/shared/durations';
import { UsageSchema } from '../../src/shared/schemas/billing';
import { dayAfter, FRIDAY } from '../support/moments';
import { pass, START } from './support/clock';
import { logged } from './support/logged';
import { fakeStripe } from './support/stripe';
import { Venue } from './support/venue';

const usageOf = async (venue: Venue) => z.parse(UsageSchema, (await venue.client.get('/api/billing/usage')).body);
const iso = (ms: number) => new Date(ms).toISOString();

test('usage shows the costs of this period by event before they are charged, and nothing of another account', async () => {
  const venue = await Venue.open();
  const other = await Venue.open();
  await other.count();
  const inTrial = { configured: true, periodStartsAt: iso(START), periodEndsAt: iso(venue.trialEndsAt) };
  const nothing = { pricePerDayCents: 300, amountCents: 0, freeDayCount: 0, events: [] };
  expect(await usageOf(venue)).toEqual({ ...inTrial, ...nothing });
  await venue.runBilling();
  await venue.saveCard();
  await venue.count();
  const event = { eventId: venue.eventId, eventName: 'Summer Fest' };
  expect(await usageOf(venue)).toEqual({
    ...inTrial,
    ...nothing,
    freeDayCount: 1,
    events: [{ ...event, days: [], freeDays: [FRIDAY] }],
  });

  await venue.endTrial();
  await venue.count();
  const waiting = await usageOf(venue);
  expect(waiting).toMatchObject({
    periodStartsAt: iso(venue.trialEndsAt),
    amountCents: 300,
    events: [{ ...event, days: [dayAfter(FRIDAY, 7)], freeDays: [] }],
  });
  await venue.runBilling();
  expect(await usageOf(venue)).toEqual(waiting);
  await pass(2 * DAY_MS);
  await venue.count();
  expect(await usageOf(venue)).toMatchObject({
    amountCents: 600,
    events: [{ days: [dayAfter(FRIDAY, 7), dayAfter(FRIDAY, 9)] }],
  });

  await venue.endPeriod();
  expect(await usageOf(venue)).toMatchObject({ periodStartsAt: waiting.periodEndsAt, ...nothing });
});

test("usage starts the next period without asking Stripe when its event is late; the period's end follows with the next counted day", async () => {
  const venue = await Venue.trialing();
  await venue.saveCard();
  await venue.count();
  await venue.runBilling();
  await pass(venue.trialEndsAt - Date.now() + 1_000);
  const nothingYet = { periodStartsAt: iso(venue.trialEndsAt), amountCents: 0, events: [] };
  expect(await usageOf(venue)).toMatchObject({ ...nothingYet, periodEndsAt: null });
  expect(await venue.jobDueAt()).toBe(Infinity);
  await venue.count();
  await venue.runBilling();
  const { period_ends_at: endsAt } = await venue.account();
  expect(await usageOf(venue)).toMatchObject({
    ...nothingYet,
    amountCents: 300,
    events: [{}],
    periodEndsAt: iso(endsAt ?? 0),
  });
  expect(await venue.status()).toBe('active');
});

test('billing details and the tax id are sent to Stripe, replaced when they change, and cleared', async () => {
  const venue = await Venue.trialing();
  const save = async (details: object) => {
    const body = { billing_address_country: 'DE', ...details };
    await venue.client.call('PUT', '/api/users/billing-details', { body });
    await venue.runBilling();
    const { customers, taxIds } = await fakeStripe.state();
    return { customer: customers[0], taxIds: taxIds.map(({ type, value }) => [type, value]) };
  };
  const person = { billing_first_name: 'Zoë', billing_last_name: 'O’Neill' };
  const address = { billing_address_line1: 'Weg 1', billing_address_city: 'Köln', billing_address_postcode: '50667' };
  expect(await save({ ...person, ...address, billing_tax_id: 'DE123456789' })).toMatchObject({
    customer: { name: 'Zoë O’Neill', address: { line1: 'Weg 1', city: 'Köln', postal_code: '50667', country: 'DE' } },
    taxIds: [['eu_vat', 'DE123456789']],
  });
  expect(await save({ billing_business_name: 'Club', billing_tax_id: 'DE987654321' })).toMatchObject({
    customer: { name: 'Club', address: { line1: null, city: null, country: 'DE' } },
    taxIds: [['eu_vat', 'DE987654321']],
  });
  // Stripe refuses this number. It stays in D1 and is not sent again.
  expect((await save({ billing_tax_id: 'nonsense' })).taxIds).toEqual([]);
  expect(logged()).toContain('tax_id_invalid');
  const asked = (await fakeStripe.requests()).length;
  await venue.hub.runBilling(venue.userId);
  await venue.runBilling();
  // The hub only reads the subscription.
  expect((await fakeStripe.requests()).slice(asked)).toEqual(['GET /v1/subscriptions']);
  expect(await env.DB.prepare('SELECT billing_tax_id FROM users').first('billing_tax_id')).toBe('nonsense');
  expect((await save({ billing_address_country: 'AQ', billing_tax_id: '1' })).taxIds).toEqual([]);
  expect((await fakeStripe.state()).unexpected).toEqual([]);
});
