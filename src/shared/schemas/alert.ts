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
  /** What somebody wrote about what was done; missing from rooms of an earlier release, null without a note. */
  note: z.optional(z.nullable(z.string())),
});
export type Alert = z.infer<typeof AlertSchema>;

/** An alert in the list of an event's alerts. */
const ListedAlertSchema = z.extend(AlertSchema, {
  /** The area's name, also of a deleted area; null for an alert of the venue. */
  areaName: z.nullable(z.string()),
  /** Null for an alert that is not over. */
  endedAt: z.nullable(z.string()),
});
export type ListedAlert = z.infer<typeof ListedAlertSchema>;

/**
 * The answer of GET /api/events/{eventId}/alerts: the open alerts and those that ended within the last 24 hours, newest
 * first. `next` is missing on the last page.
 */
export const ListedAlertsSchema = z.object({ alerts: z.array(ListedAlertSchema), next: z.optional(z.string()) });
export type ListedAlerts = z.infer<typeof ListedAlertsSchema>;

/** The answer of POST /api/events/{eventId}/alerts/{alertId}/acknowledge: the open alerts. */
export const AlertListSchema = z.object({ alerts: z.array(AlertSchema) });
