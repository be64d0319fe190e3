import * as z from 'zod/mini';

/** An alert: an area has reached a threshold, or the whole venue if `areaId` is null. Times are ISO 8601. */
export const AlertSchema = z.object({
  alertId: z.string(),
  areaId: z.nullable(z.string()),
  /** The threshold in percent of `capacity`. */
  threshold: z.int(),
  /** Occupancy and capacity when the alert was raised. */
  occupancy: z.int(),
  capacity: z.int(),
  raisedAt: z.string(),
  acknowledgedAt: z.nullable(z.string()),
  /** The name of the device on which the alert was acknowledged; null if the device has no name. */
  acknowledgedBy: z.nullable(z.string()),
});
export type Alert = z.infer<typeof AlertSchema>;

/** The answer of POST /api/events/{eventId}/alerts/{alertId}/acknowledge: the open alerts. */
export const AlertListSchema = z.object({ alerts: z.array(AlertSchema) });
