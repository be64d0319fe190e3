import * as z from 'zod/mini';
import { AlertListSchema, MaybeAlertsSchema } from '../schemas/alert';
import { AreaCountSchema, AreaSchema } from '../schemas/area';
import { DisplaySchema } from '../schemas/display';
import { EvacuationSchema } from '../evacuation/schemas';
import { EventSchema } from '../schemas/event';
import { ToldOrderSchema } from '../orders/schemas';
import { SubscriptionStatusSchema } from '../schemas/user';

/** Frames from a room or hub to a client. */

const SyncSchema = z.object({
  type: z.literal('sync'),
  eventId: z.string(),
  /** The id of the room's storage. Versions of different epochs cannot be compared. */
  epoch: z.string(),
  version: z.int(),
  clientId: z.string(),
  /** The client's last seq: all its taps up to this one are durable or refused. */
  lastSeq: z.int(),
  countingAllowed: z.boolean(),
  subscriptionStatus: z.nullable(SubscriptionStatusSchema),
  areas: z.array(AreaSchema),
  ...MaybeAlertsSchema.shape,
  /** The orders in force that are for this device; an organizer's device gets all. */
  orders: z.optional(z.array(ToldOrderSchema)),
  /** The ids of those orders that this device has confirmed; missing if there are no orders. */
  confirmedOrders: z.optional(z.array(z.string())),
  /** The evacuation or drill that runs; missing if none does. */
  evacuation: z.optional(EvacuationSchema),
  /** The event, because a device that was offline or is polling has missed event_updated. */
  event: z.optional(EventSchema),
});
export type Sync = z.infer<typeof SyncSchema>;

const RejectedTapSchema = z.object({ seq: z.int(), code: z.string(), message: z.string() });
const FlooredTapSchema = z.object({ seq: z.int(), amount: z.int() });
export type FlooredTap = z.infer<typeof FlooredTapSchema>;

/** Acknowledges all taps up to `seq` as durable or refused. `version` is the room's version after those taps. */
const AckSchema = z.object({
  type: z.literal('ack'),
  seq: z.int(),
  version: z.int(),
  rejected: z.optional(z.array(RejectedTapSchema)),
  floored: z.optional(z.array(FlooredTapSchema)),
});
export type Ack = z.infer<typeof AckSchema>;

/** Postpones taps: those from `seq` on are neither counted nor refused, and can be sent again after `afterMs`. */
const RetrySchema = z.object({ type: z.literal('retry'), seq: z.int(), afterMs: z.int() });

/** The absolute counts of the areas that have changed. */
const OccupancyUpdatedSchema = z.object({
  type: z.literal('occupancy_updated'),
  eventId: z.string(),
  version: z.int(),
  areas: z.array(AreaCountSchema),
});

/** All open alerts of the event. */
const AlertsChangedSchema = z.object({
  type: z.literal('alerts_changed'),
  eventId: z.string(),
  ...AlertListSchema.shape,
});
/** The orders in force that are for this device; an organizer's device gets all. It does not say which it has confirmed. */
const OrdersChangedSchema = z.object({
  type: z.literal('orders_changed'),
  eventId: z.string(),
  orders: z.array(ToldOrderSchema),
});
/** The evacuation or drill that has begun or changed; null when it has ended. */
const EvacuationChangedSchema = z.object({
  type: z.literal('evacuation_changed'),
  eventId: z.string(),
  evacuation: z.nullable(EvacuationSchema),
});
/** Everything that a public display shows. It is sent when the display connects and after each change. */
const DisplayFrameSchema = z.extend(DisplaySchema, {
  type: z.literal('display'),
  /**
   * Set by a relay, which sends the frame again every 15 s while it hears from the room: only these frames prove that the
   * numbers are current.
   */
  isRelayed: z.optional(z.literal(true)),
});
/** Asks a display to send `word` back, which proves that the display reads its socket. */
const QuestionSchema = z.object({ type: z.literal('question'), word: z.string() });
const AreasChangedSchema = z.object({ type: z.literal('areas_changed'), eventId: z.string() });
const EventCreatedSchema = z.object({ type: z.literal('event_created'), event: EventSchema });
const EventUpdatedSchema = z.object({ type: z.literal('event_updated'), event: EventSchema });
const EventDeletedSchema = z.object({ type: z.literal('event_deleted'), eventId: z.string() });
const EventsChangedSchema = z.object({ type: z.literal('events_changed') });
const ForceRefreshSchema = z.object({ type: z.literal('force_refresh') });
const ErrorFrameSchema = z.object({ type: z.literal('error'), code: z.string(), message: z.string() });

export const DownFrameSchema = z.discriminatedUnion('type', [
  SyncSchema,
  AckSchema,
  RetrySchema,
  OccupancyUpdatedSchema,
  AlertsChangedSchema,
  OrdersChangedSchema,
  EvacuationChangedSchema,
  DisplayFrameSchema,
  QuestionSchema,
  AreasChangedSchema,
  EventCreatedSchema,
  EventUpdatedSchema,
  EventDeletedSchema,
  EventsChangedSchema,
  ForceRefreshSchema,
  ErrorFrameSchema,
]);
export type DownFrame = z.infer<typeof DownFrameSchema>;

/** The answer to a polling call. */
export const PollAnswerSchema = z.object({ ack: AckSchema, sync: SyncSchema });
export type PollAnswer = z.infer<typeof PollAnswerSchema>;
