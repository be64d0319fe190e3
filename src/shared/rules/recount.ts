import * as z from 'zod/mini';
import { CAPACITY_MAX, RECOUNT_REASON_MAX_LENGTH } from '../schemas/limits';
import { type Recount, RecountSchema } from '../schemas/area';
import { message } from '../messages/message';
import { UNUSABLE, VISIBLE } from '../visible-text';
import { type Checked, invalid, type Unchecked, valid } from './checked';
import { ENGLISH_LOCALE } from '../languages';

const { occupancy: OccupancySchema, categories: CategoriesSchema } = RecountSchema.shape;

export const recountTexts = {
  count_invalid: (max: number) => `The count must be a whole number from 0 to ${max.toLocaleString(ENGLISH_LOCALE)}.`,
  reason_missing: () => 'Please give a reason for the recount.',
  reason_too_long: (max: number) => `The reason must be at most ${max} characters long.`,
  reason_unusable: () => 'The reason contains characters that cannot be used.',
  categories_invalid: (max: number) =>
    `Each category must be named once, with a whole number from 0 to ${max.toLocaleString(ENGLISH_LOCALE)}.`,
  categories_unequal: (sum: number, occupancy: number) =>
    `The categories add up to ${sum.toLocaleString(ENGLISH_LOCALE)}, but the count is ${occupancy.toLocaleString(ENGLISH_LOCALE)}.`,
};

/** Whether the value is a possible result of counting people. */
export const isCount = (occupancy: unknown): boolean => z.safeParse(OccupancySchema, occupancy).success;

/** Checks a recount: the number that somebody counted by eye, and the reason. The journal keeps both. */
export function checkRecount(given: Unchecked<Recount>): Checked<Recount> {
  const occupancy = z.safeParse(OccupancySchema, given.occupancy);
  if (!occupancy.success) return invalid(message(recountTexts, 'count_invalid', CAPACITY_MAX));
  const reason = checkReason(given.reason);
  if (!reason.ok) return reason;
  const categories = checkCategories(given.categories, occupancy.data);
  if (!categories.ok) return categories;
  const { value } = categories;
  return valid({ occupancy: occupancy.data, reason: reason.value, ...(value !== undefined && { categories: value }) });
}

/** Checks the reason of a recount, which the journal keeps. */
export function checkReason(given: unknown): Checked<string> {
  const reason = typeof given === 'string' ? given.trim() : '';
  if (!VISIBLE.test(reason)) return invalid(message(recountTexts, 'reason_missing'));
  if (reason.length > RECOUNT_REASON_MAX_LENGTH)
    return invalid(message(recountTexts, 'reason_too_long', RECOUNT_REASON_MAX_LENGTH));
  return UNUSABLE.test(reason) ? invalid(message(recountTexts, 'reason_unusable')) : valid(reason);
}

/** Checks that the categories add up to the count. */
function checkCategories(given: unknown, occupancy: number): Checked<Recount['categories']> {
  const { success, data: categories } = z.safeParse(CategoriesSchema, given);
  const isOnce =
    categories === undefined || new Set(categories.map(({ categoryId }) => categoryId)).size === categories.length;
  if (!success || !isOnce) return invalid(message(recountTexts, 'categories_invalid', CAPACITY_MAX));
  if (categories === undefined) return valid(undefined);
  const sum = categories.reduce((people, category) => people + category.occupancy, 0);
  return sum === occupancy ? valid(categories) : invalid(message(recountTexts, 'categories_unequal', sum, occupancy));
}
