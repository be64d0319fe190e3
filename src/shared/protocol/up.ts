import * as z from 'zod/mini';
import { ClientIdSchema, DeviceNameSchema, DirectionSchema } from '../schemas/device';
import { TAP_CHANGE_MAX, TAPS_PER_FRAME_MAX } from '../limits';

/** Frames from a client to a room. */

/** In UTF-16 units. */
export const ID_MAX_LENGTH = 64;
/** The last time that a Date can hold (ECMA-262, time values). */
export const EPOCH_MS_MAX = 8.64e15;

const IdSchema = z.string().check(z.minLength(1), z.maxLength(ID_MAX_LENGTH));
const SeqSchema = z.int().check(z.minimum(1));
const EpochMsSchema = z.number().check(z.minimum(0), z.maximum(EPOCH_MS_MAX));
/** Whole people, in or out, never zero. */
const ChangeSchema = z.union([
  z.int().check(z.minimum(1), z.maximum(TAP_CHANGE_MAX)),
  z.int().check(z.minimum(0 - TAP_CHANGE_MAX), z.maximum(-1)),
]);

/**
 * One tap. `at` is the device's clock in epoch ms; `undoes` is the seq of an own tap that this one takes back. With
 * `to`, the people of `change` move between two areas, and the other area changes by the opposite number.
 */
const TapSchema = z.object({
  areaId: IdSchema,
  change: ChangeSchema,
  at: EpochMsSchema,
  undoes: z.optional(SeqSchema),
  to: z.optional(IdSchema),
});
export type Tap = z.infer<typeof TapSchema>;

/** Taps numbered seq, seq + 1, … `sentAt` is the device's clock when the frame left, in epoch ms. */
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
   * The device behind the client, the same at each visit. Joining again with another name or direction changes them.
   */
  deviceId: z.optional(ClientIdSchema),
  deviceName: z.optional(DeviceNameSchema),
  direction: z.optional(DirectionSchema),
});
export type JoinEvent = z.infer<typeof JoinEventSchema>;

export const UpdateOccupancySchema = z.extend(TapBatchSchema, {
  type: z.literal('update_occupancy'),
  eventId: IdSchema,
});

/** The short form: one tap with the client's next seq, made now. */
export const UpdateOccupancyShortSchema = z.object({
  type: z.literal('update_occupancy'),
  eventId: IdSchema,
  areaId: IdSchema,
  change: ChangeSchema,
});

export const RequestSyncSchema = z.object({ type: z.literal('request_sync') });

/** A display's answer to `question`. */
export const AnswerSchema = z.object({ type: z.literal('answer'), word: IdSchema });

export type UpFrame =
  | JoinEvent
  | z.infer<typeof UpdateOccupancySchema>
  | z.infer<typeof UpdateOccupancyShortSchema>
  | z.infer<typeof RequestSyncSchema>
  | z.infer<typeof AnswerSchema>;

/**
 * A transfer in the polling call. An older server would ignore `to` and count people who leave; it refuses a tap
 * without `change`, so `change` is called `moves` here. (At the socket, version 2 protects against this.)
 */
const PolledTransferSchema = z.extend(z.omit(TapSchema, { change: true }), { moves: ChangeSchema, to: IdSchema });

/** Body of the polling call, POST /api/events/{eventId}/occupancy. */
export const PollSchema = z.extend(TapBatchSchema, {
  clientId: ClientIdSchema,
  taps: z.array(z.union([TapSchema, PolledTransferSchema])).check(z.minLength(1), z.maxLength(TAPS_PER_FRAME_MAX)),
});
/** The taps in the form that the room counts. */
export type Poll = z.infer<typeof TapBatchSchema> & { clientId: string };

/**
 * Body of POST /api/events/{eventId}/alerts/{alertId}/acknowledge: the device on which somebody has acknowledged the
 * alert.
 */
export const AcknowledgementSchema = z.object({ clientId: z.optional(ClientIdSchema) });
