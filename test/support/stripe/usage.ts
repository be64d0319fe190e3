import type Stripe from 'stripe';
import { page } from './answers';
import type { MeterRecord } from './control-types';
import type { ParamTypes } from './param-types';
import { invalid } from './refusal';
import { route } from './router';
import type { World } from './world';

const DAY_S = 86_400;
/** How far back a meter event may lie, and how far ahead (docs.stripe.com/api/billing/meter-event/create). */
const OLDEST_S = 35 * DAY_S;
const AHEAD_S = 5 * 60;
/** Identifiers are unique for at least so long. */
const UNIQUE_S = DAY_S;

/** What a meter has counted for a customer from `start` until before `end`, unix seconds, as far as it has got by now. */
export function usageOf(world: World, meter: Stripe.Billing.Meter, customer: string, start: number, end: number) {
  const countedUntil = world.clock.now - world.settings.meterLagMs;
  return world.meterEvents.filter(
    (event) =>
      event.eventName === meter.event_name &&
      event.customer === customer &&
      event.error === null &&
      event.receivedAt <= countedUntil &&
      event.timestamp >= start &&
      event.timestamp < end,
  );
}

export const sumOf = (events: readonly MeterRecord[]): number => events.reduce((sum, { value }) => sum + value, 0);

function checkTimestamp(world: World, timestamp: number): void {
  const { seconds } = world.clock;
  const param = 'timestamp';
  if (timestamp < seconds - OLDEST_S) {
    throw invalid('The timestamp must be within the past 35 days.', { code: 'timestamp_too_far_in_past', param });
  }
  if (timestamp > seconds + AHEAD_S) {
    throw invalid('The timestamp must not be more than 5 minutes in the future.', {
      code: 'timestamp_in_future',
      param,
    });
  }
}

function create(world: World, params: ParamTypes['MeterEventCreate']): Stripe.Billing.MeterEvent {
  const { event_name, payload } = params;
  const { seconds } = world.clock;
  const timestamp = params.timestamp ?? seconds;
  const identifier = params.identifier ?? world.id('mev');
  const meter = [...world.meters.values()].find((each) => each.event_name === event_name && each.status === 'active');
  if (!meter) throw invalid(`No active meter found with the event name ${event_name}.`, { param: 'event_name' });
  const customer = payload[meter.customer_mapping.event_payload_key];
  const value = Number(payload[meter.value_settings.event_payload_key]);
  if (customer === undefined) {
    const param = `payload[${meter.customer_mapping.event_payload_key}]`;
    throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (!Number.isFinite(value)) {
    throw invalid('The value must be a number.', { param: `payload[${meter.value_settings.event_payload_key}]` });
  }
  checkTimestamp(world, timestamp);
  const twin = world.meterEvents.find(
    (event) => event.identifier === identifier && event.receivedAt > world.clock.now - UNIQUE_S * 1000,
  );
  if (twin) throw invalid(`An event already exists with identifier ${identifier}.`);
  const known = world.customers.get(customer);
  const error = known && !known.deleted ? null : 'meter_event_customer_not_found';
  world.meterEvents.push({
    identifier,
    eventName: event_name,
    customer,
    value,
    timestamp,
    receivedAt: world.clock.now,
    error,
  });
  if (error) world.clock.at(world.clock.now + world.settings.meterLagMs, () => reportError(world, meter, identifier));
  return {
    object: 'billing.meter_event',
    created: seconds,
    event_name,
    identifier,
    livemode: false,
    payload,
    timestamp,
  };
}

/** Mistakes that only come to light in the counting are told by a thin event, which says no more than where to look. */
function reportError(world: World, meter: Stripe.Billing.Meter, identifier: string): void {
  const created = new Date(world.clock.now).toISOString();
  const notification = {
    id: world.id('evt'),
    object: 'v2.core.event',
    type: 'v1.billing.meter.error_report_triggered',
    created,
    livemode: false,
    context: null,
    reason: null,
    related_object: { id: meter.id, type: 'billing.meter', url: `/v1/billing/meters/${meter.id}` },
  };
  const errors = 1 + world.settings.unnamedErrors;
  const sample = { error_message: 'The customer could not be found.', request: { identifier } };
  world.thinEvents.set(notification.id, {
    ...notification,
    data: {
      developer_message_summary: 'There is 1 invalid event',
      validation_start: created,
      validation_end: created,
      reason: {
        error_count: errors,
        error_types: [{ code: 'meter_event_customer_not_found', error_count: errors, sample_errors: [sample] }],
      },
    },
  });
  world.webhooks.add(notification);
}

const WINDOW_S: Partial<Record<string, number>> = { hour: 3600, day: DAY_S };

function summaries(world: World, params: ParamTypes['MeterSummaries'], id: string) {
  const meter = world.meter(id);
  const { customer, start_time: start, end_time: end, value_grouping_window: grouping } = params;
  const step = WINDOW_S[grouping ?? 'minute'] ?? 60;
  for (const [param, time] of Object.entries({ start_time: start, end_time: end })) {
    if (time % step === 0) continue;
    throw invalid(`${param} must be aligned with ${grouping ?? 'minute'} boundaries.`, { param });
  }
  if (start >= end) throw invalid('start_time must be before end_time.', { param: 'start_time' });
  world.customer(customer, 'customer');
  const width = grouping === undefined ? end - start : step;
  const data = [];
  for (let from = start; from < end; from += width) {
    const events = usageOf(world, meter, customer, from, from + width);
    if (events.length === 0) continue;
    data.push({
      id: world.id('mtrusg'),
      object: 'billing.meter_event_summary',
      aggregated_value: sumOf(events),
      start_time: from,
      end_time: from + width,
      livemode: false,
      meter: meter.id,
    });
  }
  return page(`/v1/billing/meters/${id}/event_summaries`, data, params);
}

export const usageRoutes = [
  route('POST', '/v1/billing/meter_events', 'MeterEventCreate', create),
  route('GET', '/v1/billing/meters/:id/event_summaries', 'MeterSummaries', summaries),
  route('GET', '/v2/core/events/:id', 'None', (world, _params, id) => {
    const event = world.thinEvents.get(id);
    if (!event) throw invalid(`No such event: ${id}`, { status: 404, code: 'not_found' });
    return event;
  }),
];
