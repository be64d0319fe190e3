import * as z from 'zod/mini';
import { AlertSchema } from './alert';
import { EventSchema } from './event';
import { SubscriptionStatusSchema } from './user';

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
