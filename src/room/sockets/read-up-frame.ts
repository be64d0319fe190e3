import * as z from 'zod/mini';
import { FRAME_MAX_BYTES } from '../../shared/limits';
import { parseJson } from '../../shared/protocol/parse-json';
import { isRecord, isTapFrame } from './tap-frame';
import {
  AnswerSchema,
  JoinEventSchema,
  RequestSyncSchema,
  UpdateOccupancyShortSchema,
  type UpFrame,
} from '../../shared/protocol/up';

function upSchemaOf(frame: Record<string, unknown>): z.core.$ZodType<UpFrame> | undefined {
  switch (frame.type) {
    case 'update_occupancy':
      // isTapFrame reads the long form.
      return 'taps' in frame ? undefined : UpdateOccupancyShortSchema;
    case 'join_event':
      return JoinEventSchema;
    case 'request_sync':
      return RequestSyncSchema;
    case 'answer':
      return AnswerSchema;
    default:
      return undefined;
  }
}

/**
 * Reads a client's frame; null when it is too large, no JSON, or matches no schema. Never throws. Separate from the
 * codec, because clients do not need these schemas.
 */
export function readUpFrame(data: string | ArrayBuffer): UpFrame | null {
  // Every UTF-16 unit is one to three bytes, so only texts in between need exact counting.
  if (typeof data !== 'string' || data.length > FRAME_MAX_BYTES) return null;
  if (data.length * 3 > FRAME_MAX_BYTES && new TextEncoder().encode(data).byteLength > FRAME_MAX_BYTES) return null;
  const frame = parseJson(data);
  if (!isRecord(frame)) return null;
  if (isTapFrame(frame)) return frame;
  const schema = upSchemaOf(frame);
  const result = schema && z.safeParse(schema, frame);
  return result?.success ? result.data : null;
}
