import { expect, test } from 'vitest';
import { Bench, DAY_MS, DAY_S, START } from './support';

const bench = new Bench().use();

const PERIOD_END = Date.UTC(2026, 11, 3, 12);
const HOUR_MS = 3_600_000;

/** What the meter says it has counted of a customer, from a day before the start on. */
async function counted(customer: string, grouping: 'hour' | 'day' | null = null): Promise<number[]> {
  const day = START - (START % DAY_MS);
  const { data } = await bench.stripe.billing.meters.listEventSummaries(bench.meter, {
    customer,
    start_time: day / 1000 - DAY_S,
    end_time: day / 1000 + 3 * DAY_S,
    ...(grouping === null ? {} : { value_grouping_window: grouping }),
  });
  return data.map(({ aggregated_value }) => aggregated_value);
}

test('a meter event is counted only some seconds later', async () => {
  const { id: customer } = await bench.customer();
  await bench.use1(customer, 'a');
  await bench.use1(customer, 'b', START / 1000 - 3600);
  expect(await counted(customer)).toEqual([]);
  await bench.control.advance(5000);
  expect(await counted(customer)).toEqual([2]);
  expect(await counted(customer, 'hour')).toEqual([1, 1]);
  expect(await counted(customer, 'day')).toEqual([2]);
});

test('summaries want times on whole minutes', async () => {
  const { id: customer } = await bench.customer();
  const times = { start_time: START / 1000 + 1, end_time: START / 1000 + 60 };
  await expect(
    bench.stripe.billing.meters.listEventSummaries(bench.meter, { customer, ...times }),
  ).rejects.toMatchObject({ statusCode: 400, param: 'start_time' });
});

test('an identifier counts once within a day, and again after it', async () => {
  const { customer } = await bench.active();
  await bench.use1(customer, 'same');
  await bench.control.advance(DAY_MS - 1);
  const twice = bench.use1(customer, 'same');
  await expect(twice).rejects.toMatchObject({
    statusCode: 400,
    code: undefined,
    message: 'An event already exists with identifier same.',
  });
  await bench.control.advance(1);
  await bench.use1(customer, 'same');
  await bench.control.moveTo(PERIOD_END + HOUR_MS);
  expect((await bench.control.billed(customer)).days).toBe(2);
});

test('usage of a closed period gets on its invoice until that is final, and then on none', async () => {
  const { customer } = await bench.active();
  await bench.control.moveTo(PERIOD_END + HOUR_MS / 2);
  await bench.use1(customer, 'in-time', PERIOD_END / 1000 - 60);
  await bench.control.moveTo(PERIOD_END + HOUR_MS);
  await bench.use1(customer, 'late', PERIOD_END / 1000 - 60);
  await bench.control.advance(70 * DAY_MS);
  await bench.stripe.invoices.list({ customer });
  expect((await bench.control.billed(customer)).days).toBe(1);
});

test('usage after a cancellation is on no invoice of a later subscription', async () => {
  const { customer, subscription } = await bench.active();
  await bench.stripe.subscriptions.cancel(subscription);
  await bench.control.advance(HOUR_MS);
  await bench.use1(customer, 'between');
  await bench.control.advance(HOUR_MS);
  await bench.stripe.subscriptions.create({ customer, items: [{ price: bench.price }] });
  await bench.control.advance(40 * DAY_MS);
  expect((await bench.control.billed(customer)).days).toBe(0);
});

test.each([
  ['36 days back', -36 * DAY_S, 'timestamp_too_far_in_past'],
  ['6 minutes ahead', 360, 'timestamp_in_future'],
])('a timestamp %s is refused', async (_what, offset, code) => {
  const { id: customer } = await bench.customer();
  await expect(bench.use1(customer, 'a', START / 1000 + offset)).rejects.toMatchObject({ statusCode: 400, code });
  await bench.use1(customer, 'b', START / 1000 - 35 * DAY_S);
  await bench.use1(customer, 'c', START / 1000 + 300);
});

test('the payload is the meter’s own', async () => {
  const event = (event_name: string, payload: Record<string, string>) =>
    bench.stripe.billing.meterEvents.create({ event_name, payload });
  await expect(event('event_day', { value: '1' })).rejects.toMatchObject({ param: 'payload[stripe_customer_id]' });
  await expect(event('event_day', { stripe_customer_id: 'cus_1', value: 'x' })).rejects.toMatchObject({
    param: 'payload[value]',
  });
  await expect(event('other', { stripe_customer_id: 'cus_1', value: '1' })).rejects.toMatchObject({
    param: 'event_name',
  });
});

test('an unknown customer is taken, and reported by a thin event', async () => {
  await bench.use1('cus_nobody', 'lost-1');
  expect(await bench.events()).toEqual([]);
  await bench.control.advance(5000);
  const [webhook] = await bench.control.take();
  const { keys } = bench.fake;
  const thin = await bench.stripe.parseEventNotificationAsync(
    webhook?.body ?? '',
    webhook?.signature ?? '',
    keys.webhookSecret,
  );
  if (thin.type !== 'v1.billing.meter.error_report_triggered') throw new Error(thin.type);
  expect(thin.related_object).toMatchObject({ id: bench.meter, type: 'billing.meter' });
  const { data } = await thin.fetchEvent();
  expect(data.reason.error_types).toMatchObject([
    { code: 'meter_event_customer_not_found', sample_errors: [{ request: { identifier: 'lost-1' } }] },
  ]);
  expect((await thin.fetchRelatedObject()).event_name).toBe('event_day');
});
