import * as z from 'zod/mini';
import { FRAME_MAX_BYTES, TAPS_PER_FRAME_MAX, TAP_CHANGE_MAX } from '../../shared/protocol/limits';
import { parseJson } from '../../shared/protocol/parse-json';
import {
  AnswerSchema,
  ID_MAX_LENGTH,
  EPOCH_MS_MAX,
  JoinEventSchema,
  RequestSyncSchema,
  UpdateOccupancyShortSchema,
  type UpdateOccupancySchema,
  type UpFrame,
} from '../../shared/protocol/up';

/** The schemas by the frame's type. The long form of taps is read by isTapFrame. */
const SCHEMAS: Readonly<Record<UpFrame['type'], z.core.$ZodType<UpFrame>>> = {
  update_occupancy: UpdateOccupancyShortSchema,
  join_event: JoinEventSchema,
  request_sync: RequestSyncSchema,
  answer: AnswerSchema,
};

function upSchemaOf({ type, ...fields }: Record<string, unknown>): z.core.$ZodType<UpFrame> | undefined {
  if (type === 'update_occupancy' && 'taps' in fields) return undefined;
  return Object.entries(SCHEMAS).find(([name]) => name === type)?.[1];
}

/**
 * Reads a client's frame; null if it is too large, is not JSON, or matches no schema. Never throws. It is separate from
 * the codec, because clients do not need these schemas.
 */
export function readUpFrame(data: string | ArrayBuffer): UpFrame | null {
  // A UTF-16 unit takes one to three bytes, so the bytes must be counted only if the length is between these two
  // limits.
  if (typeof data !== 'string' || data.length > FRAME_MAX_BYTES) return null;
  if (data.length * 3 > FRAME_MAX_BYTES && new TextEncoder().encode(data).byteLength > FRAME_MAX_BYTES) return null;
  const frame = parseJson(data);
  if (!isRecord(frame)) return null;
  if (isTapFrame(frame)) return frame;
  const schema = upSchemaOf(frame);
  const result = schema && z.safeParse(schema, frame);
  return result?.success ? result.data : null;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isId = (value: unknown): boolean =>
  typeof value === 'string' && value.length >= 1 && value.length <= ID_MAX_LENGTH;
const isSeq = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 1;
const isEpochMs = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= EPOCH_MS_MAX;
const isChange = (value: unknown): boolean =>
  Number.isSafeInteger(value) && value !== 0 && Math.abs(Number(value)) <= TAP_CHANGE_MAX;
const isTap = (value: unknown): boolean =>
  isRecord(value) &&
  isId(value.areaId) &&
  isChange(value.change) &&
  isEpochMs(value.at) &&
  (value.undoes === undefined || isSeq(value.undoes)) &&
  (value.to === undefined || isId(value.to)) &&
  (value.category === undefined || isId(value.category));
/**
 * Checks the same as UpdateOccupancySchema, but by hand. It runs for every tap, and the schema would take most of a
 * tap's time in the room (docs/evidence/performance.md). A unit test compares the two. Unknown keys are not removed.
 */
export const isTapFrame = (frame: Record<string, unknown>): frame is z.infer<typeof UpdateOccupancySchema> =>
  frame.type === 'update_occupancy' &&
  isId(frame.eventId) &&
  isSeq(frame.seq) &&
  isEpochMs(frame.sentAt) &&
  Array.isArray(frame.taps) &&
  frame.taps.length >= 1 &&
  frame.taps.length <= TAPS_PER_FRAME_MAX &&
  frame.taps.every(isTap);
