import * as z from 'zod/mini';
import { MaybeAlertsSchema } from './alert';
import { SetFactsSchema } from './area-facts';
import { CategoryCountSchema } from './category';
import { EvacuationSchema } from '../evacuation/schemas';
import { EventSchema } from './event';
import { ToldOrderSchema } from '../orders/schemas';
import { SubscriptionStatusSchema } from './user';
import { CAPACITY_MAX, CATEGORIES_EVER_PER_EVENT_MAX, RECOUNT_REASON_MAX_LENGTH } from './limits';

/** The fields of an area that the event's admin sets. */
export const AreaDefinitionSchema = z.object({
  areaId: z.string(),
  areaName: z.string(),
  /** How many people may be inside: the lowest of the area's own number and its limits; 0 for no limit. */
  capacity: z.int(),
  /** The area's own number beside its limits. It is missing without limits: then it is the capacity. */
  ownCapacity: z.optional(z.int()),
  ...SetFactsSchema.shape,
});
export type AreaDefinition = z.infer<typeof AreaDefinitionSchema>;

/**
 * The fields of an area that counting changes. `lastUpdatedAt` is ISO 8601 UTC. `version` is the room's version after the
 * area's last change.
 */
export const AreaCountSchema = z.object({
  areaId: z.string(),
  currentOccupancy: z.int(),
  totalEntries: z.int(),
  totalExits: z.int(),
  lastUpdatedAt: z.nullable(z.string()),
  version: z.int(),
  /** In the order of the event's categories; missing if the event never had one. Removed ones only if they counted. */
  categories: z.optional(z.array(CategoryCountSchema)),
  /** By how many people the number may be low, because of a machine whose totals fell; missing if nothing is in doubt. */
  mayBeLowBy: z.optional(z.int()),
});
export type AreaCount = z.infer<typeof AreaCountSchema>;

/** An area in GET areas and in a sync. */
export const AreaSchema = z.object({ ...AreaDefinitionSchema.shape, ...AreaCountSchema.shape });
export type Area = z.infer<typeof AreaSchema>;

/**
 * The answer of GET /api/events/{eventId}/areas. It includes the open alerts, the orders in force, the event, and whether
 * the account may count: a device without a socket gets them only here.
 */
export const AreaListSchema = z.object({
  areas: z.array(AreaSchema),
  ...MaybeAlertsSchema.shape,
  orders: z.optional(z.array(ToldOrderSchema)),
  /** The evacuation or drill that runs; missing if none does. */
  evacuation: z.optional(EvacuationSchema),
  event: z.optional(EventSchema),
  countingAllowed: z.optional(z.boolean()),
  subscriptionStatus: z.optional(z.nullable(SubscriptionStatusSchema)),
  /** False before anyone has joined to count. */
  isOpened: z.optional(z.boolean()),
});

export type AreaList = z.infer<typeof AreaListSchema>;

/** The body of PUT /api/areas/{areaId}/recount: the number that somebody counted by eye, and the reason. */
export const RecountSchema = z.object({
  occupancy: z.int().check(z.minimum(0), z.maximum(CAPACITY_MAX)),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(RECOUNT_REASON_MAX_LENGTH)),
  /** How many of the people are of which category. Together they are `occupancy`; categories that are left out are 0. */
  categories: z.optional(
    z
      .array(z.object({ categoryId: z.string(), occupancy: z.int().check(z.minimum(0), z.maximum(CAPACITY_MAX)) }))
      .check(z.maxLength(CATEGORIES_EVER_PER_EVENT_MAX)),
  ),
});

export type Recount = z.infer<typeof RecountSchema>;

/** The answer to a recount. `drift` is after − before: the error of the count before. */
export const RecountAnswerSchema = z.object({ areaId: z.string(), before: z.int(), after: z.int(), drift: z.int() });
export type RecountAnswer = z.infer<typeof RecountAnswerSchema>;

/** How far the present number of an area can be trusted. */
const AreaErrorSchema = z.object({
  areaId: z.string(),
  /** When the area was last reset or recounted, ISO 8601 in UTC; null if that is not known, or long ago. */
  since: z.nullable(z.string()),
  /** Whether that was a recount. */
  isRecounted: z.boolean(),
  /** Ins plus outs since then, or since the area was added; null if that is not known. */
  crossings: z.nullable(z.int()),
  /** By how many people the count may be wrong; null while that is not known. */
  expectedError: z.nullable(z.int()),
  isRecountDue: z.boolean(),
});
export type AreaError = z.infer<typeof AreaErrorSchema>;

/** The answer of GET /api/events/{eventId}/counting-error. */
export const CountingErrorSchema = z.object({
  /** How many recounts of the last RECOUNTS_WITHIN_MS the estimate is based on. */
  recounts: z.int(),
  areas: z.array(AreaErrorSchema),
  /** By how many people the venue's number may be wrong; null while one of its areas' is not known. */
  venueError: z.nullable(z.int()),
});
export type CountingErrors = z.infer<typeof CountingErrorSchema>;
