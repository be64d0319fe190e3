import type * as z from 'zod/mini';
import { TAP_CHANGE_MAX, TAPS_PER_FRAME_MAX } from '../../shared/limits';
import { EPOCH_MS_MAX, ID_MAX_LENGTH, type UpdateOccupancySchema } from '../../shared/protocol/up';

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
  (value.to === undefined || isId(value.to));

/**
 * UpdateOccupancySchema written by hand. It reads every tap, and the schema would take most of a tap's time in the room
 * (docs/performance.md). A unit test compares the two. Unknown keys stay in.
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
