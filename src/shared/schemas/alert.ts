import * as z from 'zod/mini';

/** A threshold was reached, in an area or in the whole venue (`areaId` null). Times are ISO 8601. */
export const AlertSchema = z.object({
  alertId: z.string(),
  areaId: z.nullable(z.string()),
  /** Percent of `capacity`. */
  threshold: z.int(),
  /** When it was raised. */
  occupancy: z.int(),
  capacity: z.int(),
  raisedAt: z.string(),
  acknowledgedAt: z.nullable(z.string()),
  /** The name of the device on which it was acknowledged; null for a device without a name. */
  acknowledgedBy: z.nullable(z.string()),
});
export type Alert = z.infer<typeof AlertSchema>;

/** Answer of POST /api/events/{eventId}/alerts/{alertId}/acknowledge */
export const AlertListSchema = z.object({ alerts: z.array(AlertSchema) });
