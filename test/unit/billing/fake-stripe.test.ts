import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningFake, startFakeStripe } from '../../support/stripe/server';

/** What billing's tests would not notice: that the fake refuses what Stripe refuses. */

let running: RunningFake;
beforeAll(async () => {
  running = await startFakeStripe();
  running.doors.catalogue('price');
});
afterAll(() => running.stop());

/** Calls by hand what the types of Stripe's library forbid. */
async function call(path: string, form: Record<string, string>) {
  const answer = await fetch(`${running.url}${path}`, {
    method: 'POST',
    headers: { Authorization: 'Bearer sk_test_x', 'Stripe-Version': '2026-10-28.endive' },
    body: new URLSearchParams(form),
  });
  return { status: answer.status, body: await answer.json() };
}

const CARD = { 'allowed_payment_method_types[0]': 'card' };

test.each([
  ['/v1/customers', { nickname: 'x' }, 'parameter_unknown', 'nickname'],
  ['/v1/setup_intents', { ...CARD, customer: 'cus_1' }, 'resource_missing', 'customer'],
  ['/v1/setup_intents', {}, 'parameter_missing', 'allowed_payment_method_types'],
])('%s refuses %j', async (path, form, code, param) => {
  expect(await call(path, form)).toMatchObject({ status: 400, body: { error: { code, param } } });
});

test('usage is refused outside its time, and a second time under the same name', async () => {
  const { id: customer } = (await call('/v1/customers', {})).body;
  const use = (identifier: string, timestamp: number) =>
    call('/v1/billing/meter_events', {
      event_name: 'event_day',
      identifier,
      timestamp: String(timestamp),
      'payload[stripe_customer_id]': customer,
      'payload[value]': '1',
    });
  const { seconds } = running.fake.world.clock;
  expect((await use('a', seconds - 36 * 86_400)).body.error.code).toBe('timestamp_too_far_in_past');
  expect((await use('a', seconds + 360)).body.error.code).toBe('timestamp_in_future');
  expect((await use('a', seconds)).status).toBe(200);
  expect((await use('a', seconds)).body.error.message).toBe('An event already exists with identifier a.');
});
