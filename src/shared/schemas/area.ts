import * as z from 'zod/mini';
import { AlertSchema } from './alert';
import { EventSchema } from './event';
import { SubscriptionStatusSchema } from './user';
import { CAPACITY_MAX, RECOUNT_REASON_MAX_LENGTH } from '../limits';

/**
 * An area as GET areas and sync return it. `lastUpdatedAt` is ISO 8601 UTC; `version` is the room's at the area's last
 * change.
 */
export const AreaSchema = z.object({
  areaId: z.string(),
  areaName: z.string(),
  capacity: z.int(),
  currentOccupancy: z.int(),
  totalEntries: z.int(),
  totalExits: z.int(),
  lastUpdatedAt: z.nullable(z.string()),
  version: z.int(),
});

export type Area = z.infer<typeof AreaSchema>;

/** The fields of an area that its event's owner decides. */
export const AreaDefinitionSchema = z.pick(AreaSchema, { areaId: true, areaName: true, capacity: true });
export type AreaDefinition = z.infer<typeof AreaDefinitionSchema>;

/** The fields of an area that counting changes. */
export const AreaCountSchema = z.pick(AreaSchema, {
  areaId: true,
  currentOccupancy: true,
  totalEntries: true,
  totalExits: true,
  lastUpdatedAt: true,
  version: true,
});

export type AreaCount = z.infer<typeof AreaCountSchema>;

/**
 * GET /api/events/{eventId}/areas. Includes the open alerts, the event, and whether its account may count: a device
 * without a socket learns of them only here. A room of an earlier version says less.
 */
export const AreaListSchema = z.object({
  areas: z.array(AreaSchema),
  alerts: z.optional(z.array(AlertSchema)),
  event: z.optional(EventSchema),
  countingAllowed: z.optional(z.boolean()),
  subscriptionStatus: z.optional(z.nullable(SubscriptionStatusSchema)),
});

export type AreaList = z.infer<typeof AreaListSchema>;

/** PUT /api/areas/{areaId}/recount: the number that somebody counted by eye, and the reason. */
export const RecountSchema = z.object({
  occupancy: z.int().check(z.minimum(0), z.maximum(CAPACITY_MAX)),
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(RECOUNT_REASON_MAX_LENGTH)),
});

export type Recount = z.infer<typeof RecountSchema>;

/** `drift` is after − before: the error of the earlier count. */
export const RecountAnswerSchema = z.object({ areaId: z.string(), before: z.int(), after: z.int(), drift: z.int() });
export type RecountAnswer = z.infer<typeof RecountAnswerSchema>;
