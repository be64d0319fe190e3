import type Stripe from 'stripe';
import * as z from 'zod';
import { integer, invalid, missing, NONE, paramsOf, route, text } from './api';
import type { Meter, MeterRecord } from './objects';
import { page, type World } from './world';

const DAY_S = 86_400;
/** How old a meter event may be, and how far in the future (docs.stripe.com/api/billing/meter-event/create). */
const OLDEST_S = 35 * DAY_S;
const AHEAD_S = 5 * 60;
/** Identifiers are unique for at least this long. */
const UNIQUE_MS = DAY_S * 1000;

/** The usage counted for a customer from `start` until before `end`, unix seconds, without usage that still lags. */
export function countedUsage(world: World, meter: Meter, customer: string, start: number, end: number): number {
  const countedUntil = world.clock.now - world.settings.meterLagMs;
  const isCounted = (event: MeterRecord) =>
    event.eventName === meter.event_name &&
    event.customer === customer &&
    event.error === null &&
    event.receivedAt <= countedUntil &&
    event.timestamp >= start &&
    event.timestamp < end;
  return world.meterEvents.filter(isCounted).reduce((sum, { value }) => sum + value, 0);
}

const CreateParams = paramsOf<Stripe.Billing.MeterEventCreateParams>()({
  event_name: text,
  identifier: text.optional(),
  payload: z.record(text, text),
  timestamp: integer.optional(),
});

function create(world: World, params: z.infer<typeof CreateParams>) {
  const { event_name: eventName, payload } = params;
  const { now, seconds } = world.clock;
  const { identifier = world.id('mev'), timestamp = seconds } = params;
  const meter = [...world.meters.values()].find((each) => each.event_name === eventName);
  if (!meter) throw invalid(`No active meter found with the event name ${eventName}.`, { param: 'event_name' });
  const customer = payload[meter.customer_mapping.event_payload_key];
  const valueKey = meter.value_settings.event_payload_key;
  const value = Number(payload[valueKey]);
  if (customer === undefined) throw missing(`payload[${meter.customer_mapping.event_payload_key}]`);
  if (!Number.isFinite(value)) throw invalid('The value must be a number.', { param: `payload[${valueKey}]` });
  if (timestamp < seconds - OLDEST_S) {
    const about = { code: 'timestamp_too_far_in_past', param: 'timestamp' };
    throw invalid('The timestamp must be within the past 35 days.', about);
  }
  if (timestamp > seconds + AHEAD_S) {
    throw invalid('The timestamp is too far in the future.', { code: 'timestamp_in_future', param: 'timestamp' });
  }
  const isTwin = (event: MeterRecord) => event.identifier === identifier && event.receivedAt > now - UNIQUE_MS;
  if (world.meterEvents.some(isTwin)) throw invalid(`An event already exists with identifier ${identifier}.`);
  const known = world.customers.get(customer);
  const error = known && !known.deleted ? null : 'meter_event_customer_not_found';
  world.meterEvents.push({ identifier, eventName, customer, value, timestamp, receivedAt: now, error });
  if (error !== null) world.clock.at(now + world.settings.meterLagMs, () => reportError(world, meter, identifier));
  return { object: 'billing.meter_event', created: seconds, event_name: eventName, identifier, payload, timestamp };
}

/** Stripe reports an error that it finds only during counting with a thin event, which says only where to look. */
function reportError(world: World, meter: Meter, identifier: string): void {
  const created = new Date(world.clock.now).toISOString();
  const notification = {
    id: world.id('evt'),
    object: 'v2.core.event',
    type: 'v1.billing.meter.error_report_triggered',
    created,
    livemode: false,
    related_object: { id: meter.id, type: 'billing.meter', url: `/v1/billing/meters/${meter.id}` },
  };
  const error_count = 1 + world.settings.unnamedErrors;
  const sample_errors = [{ error_message: 'The customer could not be found.', request: { identifier } }];
  const error_types = [{ code: 'meter_event_customer_not_found', error_count, sample_errors }];
  const data = { validation_start: created, validation_end: created, reason: { error_count, error_types } };
  world.thinEvents.set(notification.id, { ...notification, data });
  world.send(notification);
}

const SummaryParams = paramsOf<Stripe.Billing.MeterListEventSummariesParams>()({
  customer: text,
  start_time: integer.multipleOf(60),
  end_time: integer.multipleOf(60),
});

function summaries(world: World, params: z.infer<typeof SummaryParams>, id: string) {
  const meter = world.found('meter', world.meters, id);
  const { customer, start_time, end_time } = params;
  if (start_time >= end_time) throw invalid('start_time must be before end_time.', { param: 'start_time' });
  world.customer(customer, 'customer');
  const aggregated_value = countedUsage(world, meter, customer, start_time, end_time);
  return page(aggregated_value === 0 ? [] : [{ object: 'billing.meter_event_summary', aggregated_value }], {});
}

export const usageRoutes = [
  route('POST', '/v1/billing/meter_events', CreateParams, create),
  route('GET', '/v1/billing/meters/:id/event_summaries', SummaryParams, summaries),
  route('GET', '/v2/core/events/:id', NONE, (world, _params, id) => world.found('event', world.thinEvents, id)),
];
