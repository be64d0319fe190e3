import * as z from 'zod/mini';
import {
  type Categories,
  CategoriesSchema,
  type CountedCategory,
  CountedCategorySchema,
} from '../shared/schemas/category';
import { type Limit, LimitSchema, VenueSettingsSchema, type VenueSettings } from '../shared/schemas/venue-settings';
import type { JournalFact } from './facts';
import type { OpeningCategory } from './figures';

/** A journal entry that changes figures. `at` is in epoch ms. */
export type Step =
  | { type: 'area_added' | 'area_renamed'; at: number; areaId: string; areaName: string }
  | { type: 'area_deleted'; at: number; areaId: string }
  | { type: 'capacity_changed'; at: number; areaId: string; capacity: number }
  /** A reset or recount to `to`: the area's occupancy rises by `rise` (or falls, if it is negative). */
  | { type: 'occupancy_set'; at: number; areaId: string; rise: number; to: number }
  /** Follows a recount that also said how many of the people are of which category. */
  | { type: 'categories_recounted'; at: number; areaId: string; counted: CountedCategory[] }
  /** The event's categories were changed; `areFirst` if it never had one before. */
  | { type: 'categories_changed'; at: number; areFirst: boolean; categories: OpeningCategory[] }
  | { type: 'limits_changed'; at: number; areaId: string; limits: Limit[] }
  | { type: 'venue_changed'; at: number; before: VenueSettings | null; venue: VenueSettings | null };

const LimitsSchema = z.array(LimitSchema);
const VenueSchema = z.nullable(VenueSettingsSchema);
const CountedSchema = z.array(CountedCategorySchema);

const openingCategories = (categories: Categories | null): OpeningCategory[] =>
  (categories?.list ?? []).map(({ categoryId, name, capacity, isRemoved }) => ({
    categoryId,
    name,
    capacity: isRemoved ? null : capacity,
  }));

/**
 * Returns null for an entry that changes no figures. Throws on an entry that no room can have written: no report is
 * better than a wrong one.
 */
export function readStep({ kind, at, areaId, before, after }: JournalFact): Step | null {
  switch (kind) {
    case 'area_added':
    case 'area_renamed':
      return { type: kind, at, areaId: z.parse(z.string(), areaId), areaName: z.parse(z.string(), after) };
    case 'area_deleted':
      return { type: kind, at, areaId: z.parse(z.string(), areaId) };
    case 'capacity_changed':
      return { type: kind, at, areaId: z.parse(z.string(), areaId), capacity: z.parse(z.int(), after) };
    case 'limits_changed':
      return { type: kind, at, areaId: z.parse(z.string(), areaId), limits: z.parse(LimitsSchema, after) };
    case 'occupancy_reset':
    case 'occupancy_recounted': {
      const to = z.parse(z.int(), after);
      const rise = to - z.parse(z.int(), before);
      return { type: 'occupancy_set', at, areaId: z.parse(z.string(), areaId), rise, to };
    }
    case 'categories_recounted':
      return { type: kind, at, areaId: z.parse(z.string(), areaId), counted: z.parse(CountedSchema, after) };
    case 'categories_changed':
      return {
        type: kind,
        at,
        areFirst: z.parse(z.nullable(CategoriesSchema), before) === null,
        categories: openingCategories(z.parse(z.nullable(CategoriesSchema), after)),
      };
    case 'venue_changed':
      return { type: kind, at, before: z.parse(VenueSchema, before), venue: z.parse(VenueSchema, after) };
    default:
      return null;
  }
}
