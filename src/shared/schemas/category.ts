import * as z from 'zod/mini';
import { CAPACITY_MAX, CATEGORIES_PER_EVENT_MAX, CATEGORY_NAME_MAX_LENGTH } from './limits';

/** A kind of person that an event's doors tell apart, such as adults and children (docs/product.md, C14). */
const CategorySchema = z.object({
  /** Unique within the event. */
  categoryId: z.string(),
  name: z.string(),
  /** How many people of the category may be inside; null for no limit. It raises no alerts. */
  capacity: z.nullable(z.int()),
  /** The category is not offered any more. It keeps its name for what was counted before. */
  isRemoved: z.optional(z.literal(true)),
});
export type Category = z.infer<typeof CategorySchema>;

/** An event's categories, as they are stored and sent. It checks no limits, like the venue's settings. */
export const CategoriesSchema = z.object({
  /** In the order of their buttons. Removed ones come last. */
  list: z.array(CategorySchema),
  /** Exits must name a category, too. Otherwise nobody knows how many people of a category are inside. */
  areOutsNamed: z.boolean(),
});
export type Categories = z.infer<typeof CategoriesSchema>;

export const NewCategorySchema = z.object({
  categoryId: z.optional(z.string()),
  name: z.string().check(z.minLength(1), z.maxLength(CATEGORY_NAME_MAX_LENGTH)),
  capacity: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX)))),
});

/**
 * The body of PUT /api/events/{eventId}/categories. It replaces all categories: one without an id is new, and a known
 * one that is left out becomes removed. Capacities need `areOutsNamed`.
 */
export const NewCategoriesSchema = z.object({
  categories: z.array(NewCategorySchema).check(z.maxLength(CATEGORIES_PER_EVENT_MAX)),
  areOutsNamed: z.boolean(),
});
export type NewCategories = z.infer<typeof NewCategoriesSchema>;

/** How many people of a category a recount found, as the journal has it. */
export const CountedCategorySchema = z.object({ categoryId: z.string(), name: z.string(), occupancy: z.int() });
export type CountedCategory = z.infer<typeof CountedCategorySchema>;

/** What an area has counted of one category since it was created. */
export const CategoryCountSchema = z.object({
  categoryId: z.string(),
  ins: z.int(),
  outs: z.int(),
  /** How many people of the category are inside; null if that is unknown. */
  occupancy: z.nullable(z.int()),
});
export type CategoryCount = z.infer<typeof CategoryCountSchema>;
