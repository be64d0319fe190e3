import * as z from 'zod/mini';
import { CAPACITY_MAX, RECOUNT_REASON_MAX_LENGTH } from '../limits';
import { type Recount, RecountSchema } from '../schemas/area';
import { message } from '../messages/message';
import { UNUSABLE, VISIBLE } from '../visible-text';
import { type Checked, invalid, type Unchecked, valid } from './checked';

const { occupancy: OccupancySchema } = RecountSchema.shape;

export const recountTexts = {
  count_invalid: (max: number) => `The count must be a whole number from 0 to ${max.toLocaleString('en-US')}.`,
  reason_missing: () => 'Please give a reason for the recount.',
  reason_too_long: (max: number) => `The reason must be at most ${max} characters long.`,
  reason_unusable: () => 'The reason contains characters that cannot be used.',
};

/** Whether the value is a possible result of counting people. */
export const isCount = (occupancy: unknown): boolean => z.safeParse(OccupancySchema, occupancy).success;

/** Checks a recount: the number that somebody counted by eye, and the reason. The journal keeps both. */
export function checkRecount(given: Unchecked<Recount>): Checked<Recount> {
  const occupancy = z.safeParse(OccupancySchema, given.occupancy);
  if (!occupancy.success) return invalid(message(recountTexts, 'count_invalid', CAPACITY_MAX));
  const reason = typeof given.reason === 'string' ? given.reason.trim() : '';
  if (!VISIBLE.test(reason)) return invalid(message(recountTexts, 'reason_missing'));
  if (reason.length > RECOUNT_REASON_MAX_LENGTH)
    return invalid(message(recountTexts, 'reason_too_long', RECOUNT_REASON_MAX_LENGTH));
  if (UNUSABLE.test(reason)) return invalid(message(recountTexts, 'reason_unusable'));
  return valid({ occupancy: occupancy.data, reason });
}
