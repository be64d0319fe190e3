import * as z from 'zod/mini';
import { ClientIdSchema, DeviceNameSchema, DirectionSchema } from '../schemas/device';
import { TAP_CHANGE_MAX, TAPS_PER_FRAME_MAX } from './limits';

/** Frames from a client to a room. */

/** The most UTF-16 units of an id. */
export const ID_MAX_LENGTH = 64;
/** The largest time that a Date can hold (ECMA-262, time values). */
export const EPOCH_MS_MAX = 8.64e15;

const IdSchema = z.string().check(z.minLength(1), z.maxLength(ID_MAX_LENGTH));
const SeqSchema = z.int().check(z.minimum(1));
const EpochMsSchema = z.number().check(z.minimum(0), z.maximum(EPOCH_MS_MAX));
/** A number of people, positive for in and negative for out, never zero. */
const ChangeSchema = z.union([
  z.int().check(z.minimum(1), z.maximum(TAP_CHANGE_MAX)),
  z.int().check(z.minimum(0 - TAP_CHANGE_MAX), z.maximum(-1)),
]);

/**
 * One tap. `at` is the device's clock in epoch ms. `undoes` is the seq of this client's tap that this tap takes back.
 * With `to`, people move between two areas: `areaId` changes by `change`, and `to` by the opposite number.
 */
const TapSchema = z.object({
  areaId: IdSchema,
  change: ChangeSchema,
  at: EpochMsSchema,
  undoes: z.optional(SeqSchema),
  to: z.optional(IdSchema),
  /**
   * The id of the people's category. One that the event does not have counts as none, so that no tap is lost for it. An
   * undo has the category of the tap that it takes back, whatever it says here.
   */
  category: z.optional(IdSchema),
});
export type Tap = z.infer<typeof TapSchema>;

/** Taps with the numbers seq, seq + 1 and so on. `sentAt` is the device's clock at sending, in epoch ms. */
const TapBatchSchema = z.object({
  seq: SeqSchema,
  sentAt: EpochMsSchema,
  taps: z.array(TapSchema).check(z.minLength(1), z.maxLength(TAPS_PER_FRAME_MAX)),
});

export const JoinEventSchema = z.object({
  type: z.literal('join_event'),
  eventId: IdSchema,
  clientId: z.optional(ClientIdSchema),
  /**
   * The id of the device, which is the same at each page load. Another join_event can change the device's name or
   * direction.
   */
  deviceId: z.optional(ClientIdSchema),
  deviceName: z.optional(DeviceNameSchema),
  direction: z.optional(DirectionSchema),
  /** The area in which the device counts, because it stands at the area's door; missing for all areas. */
  areaId: z.optional(IdSchema),
});
export type JoinEvent = z.infer<typeof JoinEventSchema>;

export const UpdateOccupancySchema = z.extend(TapBatchSchema, {
  type: z.literal('update_occupancy'),
  eventId: IdSchema,
});

/** The short form: one tap that is made now and has the client's next seq. */
export const UpdateOccupancyShortSchema = z.object({
  type: z.literal('update_occupancy'),
  eventId: IdSchema,
  areaId: IdSchema,
  change: ChangeSchema,
});

export const RequestSyncSchema = z.object({ type: z.literal('request_sync') });

/** A display's answer to the frame `question`. */
export const AnswerSchema = z.object({ type: z.literal('answer'), word: IdSchema });

/** The schemas of all frames. Taps have two forms. */
export const UP_FRAMES = [
  JoinEventSchema,
  UpdateOccupancySchema,
  UpdateOccupancyShortSchema,
  RequestSyncSchema,
  AnswerSchema,
] as const;
export type UpFrame = z.infer<(typeof UP_FRAMES)[number]>;

/** The body of a polling call, POST /api/events/{eventId}/occupancy. */
export const PollSchema = z.extend(TapBatchSchema, { clientId: ClientIdSchema });
export type Poll = z.infer<typeof PollSchema>;

/**
 * The body of POST /api/events/{eventId}/alerts/{alertId}/acknowledge: the client on which somebody acknowledges the
 * alert, and a note on what was done. An empty note removes the alert's note.
 */
export const AcknowledgementSchema = z.object({ clientId: z.optional(ClientIdSchema), note: z.optional(z.string()) });

/**
 * The body of POST /api/events/{eventId}/orders/{orderId}/confirm: the client on which somebody confirms the order, and
 * its device as in join_event, for a client that has not joined because it only polls.
 */
export const OrderConfirmationSchema = z.extend(
  z.pick(JoinEventSchema, { deviceId: true, deviceName: true, direction: true, areaId: true }),
  { clientId: ClientIdSchema },
);
export type OrderConfirmation = z.infer<typeof OrderConfirmationSchema>;
