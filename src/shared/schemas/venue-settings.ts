import * as z from 'zod/mini';
import { ALERT_THRESHOLD_MAX, ALERT_THRESHOLDS_MAX, CAPACITY_MAX, SAFETY_MARGIN_MAX_PERCENT } from '../limits';

/**
 * An event's venue settings, as they are stored and sent. It checks no limits: if a limit is lowered one day, older
 * settings must still be readable in rooms and on devices.
 */
export const VenueSettingsSchema = z.object({
  /** The venue's licensed capacity, including staff; null if only the areas have capacities. */
  capacity: z.nullable(z.int()),
  /** How many people work inside. The doors do not count them. */
  staffAllowance: z.int(),
  /** How much of the capacity is kept free, in percent. */
  safetyMarginPercent: z.int(),
  /** Alert thresholds for each area and the venue, in percent of the capacity, ascending. */
  alertThresholds: z.array(z.int()),
});
export type VenueSettings = z.infer<typeof VenueSettingsSchema>;

/** The body of PUT /api/events/{eventId}/venue. It replaces all settings. */
export const NewVenueSettingsSchema = z.object({
  capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX))),
  staffAllowance: z.int().check(z.minimum(0), z.maximum(CAPACITY_MAX)),
  safetyMarginPercent: z.int().check(z.minimum(0), z.maximum(SAFETY_MARGIN_MAX_PERCENT)),
  alertThresholds: z
    .array(z.int().check(z.minimum(1), z.maximum(ALERT_THRESHOLD_MAX)))
    .check(z.maxLength(ALERT_THRESHOLDS_MAX)),
});
