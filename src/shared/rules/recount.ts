import * as z from 'zod/mini';
import { CAPACITY_MAX, RECOUNT_REASON_MAX_LENGTH } from '../limits';
import { type Recount, RecountSchema } from '../schemas/area';
import { type Checked, invalid, type Unchecked, valid } from './checked';
import { UNUSABLE, VISIBLE } from './names';

const { occupancy: OccupancySchema } = RecountSchema.shape;
const NO_COUNT = `The count must be a whole number from 0 to ${CAPACITY_MAX.toLocaleString('en-US')}.`;
const NO_REASON = 'Please give a reason for the recount.';
const LONG_REASON = `The reason must be at most ${RECOUNT_REASON_MAX_LENGTH} characters long.`;
const UNUSABLE_REASON = 'The reason contains characters that cannot be used.';

/** Whether the value is a possible result of counting people. */
export const isCount = (occupancy: unknown): boolean => z.safeParse(OccupancySchema, occupancy).success;

/** Checks a recount: the number that somebody counted by eye, and the reason. The journal keeps both. */
export function checkRecount(given: Unchecked<Recount>): Checked<Recount> {
  const occupancy = z.safeParse(OccupancySchema, given.occupancy);
  if (!occupancy.success) return invalid(NO_COUNT);
  const reason = typeof given.reason === 'string' ? given.reason.trim() : '';
  if (!VISIBLE.test(reason)) return invalid(NO_REASON);
  if (reason.length > RECOUNT_REASON_MAX_LENGTH) return invalid(LONG_REASON);
  return UNUSABLE.test(reason) ? invalid(UNUSABLE_REASON) : valid({ occupancy: occupancy.data, reason });
}
