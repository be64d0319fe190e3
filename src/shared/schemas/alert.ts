import * as z from 'zod/mini';
import { MachineTroubleSchema } from '../machines/trouble';

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
  /** What somebody wrote about what was done; missing or null without a note. */
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

/** An alert that people of a machine are missing or wrong. It stands apart from those about crowds, which have a threshold. Times are ISO 8601. */
const ListedMachineAlertSchema = z.object({
  /** Acknowledged like an alert's id. */
  alertId: z.string(),
  sourceId: z.string(),
  /** What the machine was called then: its name or its door. */
  sourceName: z.string(),
  /** Where it counts; null if it said no area. */
  areaId: z.nullable(z.string()),
  areaName: z.nullable(z.string()),
  /** Why. */
  trouble: MachineTroubleSchema,
  /** When it was last heard, or since when all that it sends is refused. */
  lastHeardAt: z.string(),
  raisedAt: z.string(),
  acknowledgedAt: z.nullable(z.string()),
  acknowledgedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** Null for an alert that is not over. */
  endedAt: z.nullable(z.string()),
});
export type ListedMachineAlert = z.infer<typeof ListedMachineAlertSchema>;

/**
 * The answer of GET /api/events/{eventId}/alerts: the open alerts and those that ended within the last 24 hours, newest
 * first. `next` is missing on the last page. `machineAlerts` are the alerts about machines, on the first page, and missing if there are none.
 */
export const ListedAlertsSchema = z.object({
  alerts: z.array(ListedAlertSchema),
  machineAlerts: z.optional(z.array(ListedMachineAlertSchema)),
  next: z.optional(z.string()),
});
export type ListedAlerts = z.infer<typeof ListedAlertsSchema>;

/** The open alerts of an event: what devices are told, and the answer of POST /api/events/{eventId}/alerts/{alertId}/acknowledge. */
export const AlertListSchema = z.object({ alerts: z.array(AlertSchema) });
export type AlertList = z.infer<typeof AlertListSchema>;

/** For what may come without them. */
export const MaybeAlertsSchema = z.object({ alerts: z.optional(AlertListSchema.shape.alerts) });
export type MaybeAlerts = z.infer<typeof MaybeAlertsSchema>;

export const openAlerts = ({ alerts = [] }: MaybeAlerts): AlertList => ({ alerts });

/**
 * An alert of a message: event, area (null for the venue) and threshold. With `trouble` it is about a machine, whose name is
 * `areaName`, and the threshold means nothing.
 */
export const SentAlertSchema = z.object({
  eventName: z.string(),
  areaName: z.nullable(z.string()),
  threshold: z.int(),
  trouble: z.optional(MachineTroubleSchema),
});
