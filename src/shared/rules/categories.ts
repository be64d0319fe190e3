import * as z from 'zod/mini';
import { CAPACITY_MAX, CATEGORIES_PER_EVENT_MAX, CATEGORY_NAME_MAX_LENGTH } from '../schemas/limits';
import { message } from '../messages/message';
import { type NewCategories, NewCategorySchema } from '../schemas/category';
import { UNUSABLE, VISIBLE } from '../visible-text';
import { type Checked, invalid, type Unchecked, valid } from './checked';
import { ENGLISH_LOCALE } from '../languages';

export const categoryTexts = {
  categories_incomplete: () => 'Please send the categories, and whether taps out must name one.',
  too_many_categories: (max: number) => `An event can have at most ${max} categories.`,
  category_name_empty: () => 'Each category needs a name.',
  category_name_too_long: (max: number) => `The name of a category must be at most ${max} characters long.`,
  category_name_unusable: () => 'The name of a category contains characters that cannot be used.',
  category_name_twice: (name: string) => `Two categories have the name ${name}.`,
  category_twice: () => 'A category is listed twice.',
  category_capacity_invalid: (max: number) =>
    `The capacity of a category must be a whole number from 1 to ${max.toLocaleString(ENGLISH_LOCALE)}, or empty.`,
  category_capacity_needs_outs: () => 'A category can have a capacity only if taps out must name their category.',
};

/** A category as a call sends it, with a checked name and capacity. */
interface GivenCategory {
  categoryId: string | undefined;
  name: string;
  capacity: number | null;
}

export interface GivenCategories {
  categories: GivenCategory[];
  areOutsNamed: boolean;
}

/** The form only; what it contains is checked one by one, so that each error says what is wrong. */
const FormSchema = z.object({
  categories: z.array(
    z.object({ categoryId: z.optional(z.string()), name: z.unknown(), capacity: z.optional(z.unknown()) }),
  ),
  areOutsNamed: z.boolean(),
});
const { capacity: CapacitySchema } = NewCategorySchema.shape;

/** Names that differ only in case are equal: on a small button nobody can tell them apart. */
const folded = (name: string): string => name.normalize('NFC').toLowerCase();

function checkName(name: unknown): Checked<string> {
  const trimmed = typeof name === 'string' ? name.trim() : '';
  if (!VISIBLE.test(trimmed)) return invalid(message(categoryTexts, 'category_name_empty'));
  if (Array.from(trimmed).length > CATEGORY_NAME_MAX_LENGTH)
    return invalid(message(categoryTexts, 'category_name_too_long', CATEGORY_NAME_MAX_LENGTH));
  return UNUSABLE.test(trimmed) ? invalid(message(categoryTexts, 'category_name_unusable')) : valid(trimmed);
}

/** Checks all categories of an event (docs/product.md, E13). */
export function checkCategories(given: Unchecked<NewCategories>): Checked<GivenCategories> {
  const form = z.safeParse(FormSchema, given);
  if (!form.success) return invalid(message(categoryTexts, 'categories_incomplete'));
  const { areOutsNamed } = form.data;
  if (form.data.categories.length > CATEGORIES_PER_EVENT_MAX)
    return invalid(message(categoryTexts, 'too_many_categories', CATEGORIES_PER_EVENT_MAX));
  const categories: GivenCategory[] = [];
  const [names, ids] = [new Set<string>(), new Set<string>()];
  for (const one of form.data.categories) {
    const name = checkName(one.name);
    if (!name.ok) return name;
    if (names.has(folded(name.value))) return invalid(message(categoryTexts, 'category_name_twice', name.value));
    const capacity = z.safeParse(CapacitySchema, one.capacity);
    if (!capacity.success) return invalid(message(categoryTexts, 'category_capacity_invalid', CAPACITY_MAX));
    const { categoryId } = one;
    if (categoryId !== undefined && ids.has(categoryId)) return invalid(message(categoryTexts, 'category_twice'));
    if (categoryId !== undefined) ids.add(categoryId);
    names.add(folded(name.value));
    categories.push({ categoryId, name: name.value, capacity: capacity.data ?? null });
  }
  if (!areOutsNamed && categories.some(({ capacity }) => capacity !== null))
    return invalid(message(categoryTexts, 'category_capacity_needs_outs'));
  return valid({ categories, areOutsNamed });
}
