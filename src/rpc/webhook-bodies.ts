import * as z from 'zod/mini';
import { OrderKindSchema } from '../shared/orders/schemas';
import { DisplaySchema } from '../shared/schemas/display';
import { AlertBodySchema, EVENT, MaybeTime, Time } from './alert-subjects';
import type { NewsType } from '../shared/notifications/schemas';

/**
 * The bodies of the messages that webhooks get (docs/api.md, "Webhooks"). A receiver must ignore fields that it does not
 * know. Times are ISO 8601 in UTC.
 */

/** The counts of an event at one moment. */
const CountsSchema = z.object({
  ...EVENT,
  /** With another epoch, the counts were restored and `version` begins anew. */
  epoch: z.string(),
  /** It rises with each change of a count. */
  version: z.int(),
  /** When a count last changed; null before the first time. */
  lastUpdatedAt: MaybeTime,
  /**
   * What is shown instead of numbers, as on displays (docs/product.md, P7): then `occupancy` and `capacity` are null, and there
   * are no areas. Missing while there are numbers.
   */
  shows: DisplaySchema.shape.shows,
  /** The people in the venue: the sum of its areas. */
  occupancy: z.nullable(z.int()),
  /** Null if the venue has no capacity of its own. */
  capacity: z.nullable(z.int()),
  areas: z.array(
    z.object({
      areaId: z.string(),
      /** Null in all areas if the message has no room for the names. */
      areaName: z.nullable(z.string()),
      occupancy: z.int(),
      capacity: z.int(),
      totalEntries: z.int(),
      totalExits: z.int(),
    }),
  ),
});
export type Counts = z.infer<typeof CountsSchema>;

const OrderSchema = z.object({
  orderId: z.string(),
  kind: OrderKindSchema,
  target: z.discriminatedUnion('type', [
    z.object({ type: z.literal('event') }),
    z.object({ type: z.literal('area'), areaId: z.string(), areaName: z.nullable(z.string()) }),
    z.object({ type: z.literal('device'), deviceId: z.string(), deviceName: z.nullable(z.string()) }),
  ]),
  note: z.nullable(z.string()),
  givenAt: Time,
  /** The name of the device on which it was given. */
  givenBy: z.nullable(z.string()),
});
export type OrderFact = z.infer<typeof OrderSchema>;

const EvacuationFactSchema = z.object({
  evacuationId: z.string(),
  isDrill: z.boolean(),
  startedAt: Time,
  /** When the drill that it was became an evacuation; null if it began as what it is. */
  becameRealAt: MaybeTime,
  /** The name of the device on which it was started. */
  startedOn: z.nullable(z.string()),
  /** The people inside when it began. */
  occupancyAtStart: z.int(),
});
export type EvacuationFact = z.infer<typeof EvacuationFactSchema>;

const NEWS = {
  'order.given': z.object({
    ...EVENT,
    order: OrderSchema,
    /** The order for the same target that ended with it. */
    replacedOrderId: z.nullable(z.string()),
    /** How many connected devices it addresses. */
    devices: z.int(),
  }),
  /** Nobody is left who has to confirm the order. It can follow again when a further device has confirmed. */
  'order.confirmed': z.object({ ...EVENT, order: OrderSchema, confirmed: z.int(), confirmedAt: Time }),
  'order.ended': z.object({
    ...EVENT,
    order: OrderSchema,
    /** `evacuation_started`: it let people in, and an evacuation has begun. */
    reason: z.enum(['ended', 'area_deleted', 'evacuation_started']),
    confirmed: z.int(),
    endedAt: Time,
  }),
  /** A door has not confirmed the order for the event's number of minutes. It comes once for each order. */
  'order.unconfirmed': z.object({ ...EVENT, order: OrderSchema, minutes: z.int(), waiting: z.int() }),
  /** An evacuation or a drill has begun, or a drill has become an evacuation. */
  'evacuation.started': z.object({ ...EVENT, evacuation: EvacuationFactSchema }),
  'evacuation.ended': z.object({
    ...EVENT,
    evacuation: EvacuationFactSchema,
    endedAt: Time,
    /** Set if it was started by mistake. */
    isMistake: z.optional(z.literal(true)),
    /** The people inside at the end, by the count. */
    occupancy: z.int(),
    /** Those inside at the start who are neither inside nor at an assembly point. */
    unaccounted: z.int(),
  }),
  /** A business day has ended, or late taps have changed it: then the revision is above 1. */
  'day.closed': z.object({
    ...EVENT,
    day: z.string(),
    revision: z.int(),
    startsAt: Time,
    endsAt: Time,
    closedAt: Time,
    ins: z.int(),
    outs: z.int(),
    /** The most people who were inside, and when that was first so; null if nobody was inside. */
    peak: z.int(),
    peakAt: MaybeTime,
  }),
  'report.sealed': z.object({
    ...EVENT,
    day: z.string(),
    revision: z.int(),
    /** The seal's number in the event's chain. */
    sequence: z.int(),
    fingerprint: z.string(),
    /** The fingerprint of the seal before; null in the first one. */
    previousFingerprint: z.nullable(z.string()),
    sealedAt: Time,
    isSigned: z.boolean(),
  }),
} as const;

const news = <T extends NewsType>(type: T) => ({ type: z.literal(type), data: NEWS[type] });

/** Something that has happened at an event, beside alerts and counts. */
export const EventNewsSchema = z.discriminatedUnion('type', [
  z.object(news('order.given')),
  z.object(news('order.confirmed')),
  z.object(news('order.ended')),
  z.object(news('order.unconfirmed')),
  z.object(news('evacuation.started')),
  z.object(news('evacuation.ended')),
  z.object(news('day.closed')),
  z.object(news('report.sealed')),
]);
export type EventNews = z.infer<typeof EventNewsSchema>;

/** The version of the bodies below. It rises if a change could break a receiver; new fields do not. */
export const FORMAT_VERSION = 1;
const ENVELOPE = { formatVersion: z.literal(FORMAT_VERSION), timestamp: Time } as const;

export const WebhookBodySchema = z.discriminatedUnion('type', [
  AlertBodySchema,
  z.object({ ...ENVELOPE, type: z.literal('counts.changed'), data: CountsSchema }),
  z.object({ ...ENVELOPE, ...news('order.given') }),
  z.object({ ...ENVELOPE, ...news('order.confirmed') }),
  z.object({ ...ENVELOPE, ...news('order.ended') }),
  z.object({ ...ENVELOPE, ...news('order.unconfirmed') }),
  z.object({ ...ENVELOPE, ...news('evacuation.started') }),
  z.object({ ...ENVELOPE, ...news('evacuation.ended') }),
  z.object({ ...ENVELOPE, ...news('day.closed') }),
  z.object({ ...ENVELOPE, ...news('report.sealed') }),
]);
export type WebhookBody = z.infer<typeof WebhookBodySchema>;
