import * as z from 'zod/mini';
import { ALERT_THRESHOLD_MAX, ALERT_THRESHOLDS_MAX, CAPACITY_MAX, SAFETY_MARGIN_MAX_PERCENT } from '../limits';

/**
 * An event's venue settings, as stored and sent. If a limit is lowered one day, it applies to new settings only, and
 * neither a room nor a device fails on older ones.
 */
export const VenueSettingsSchema = z.object({
  /** The licensed capacity over all areas, including staff; null when each area stands for itself. */
  capacity: z.nullable(z.int()),
  /** People who work inside and are not counted at the doors. */
  staffAllowance: z.int(),
  /** Percent of the capacity that is kept free. */
  safetyMarginPercent: z.int(),
  /** In percent, ascending. For each area's capacity and the venue's. */
  alertThresholds: z.array(z.int()),
});
export type VenueSettings = z.infer<typeof VenueSettingsSchema>;

/** PUT /api/events/{eventId}/venue: replaces all settings. */
export const NewVenueSettingsSchema = z.object({
  capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX))),
  staffAllowance: z.int().check(z.minimum(0), z.maximum(CAPACITY_MAX)),
  safetyMarginPercent: z.int().check(z.minimum(0), z.maximum(SAFETY_MARGIN_MAX_PERCENT)),
  alertThresholds: z
    .array(z.int().check(z.minimum(1), z.maximum(ALERT_THRESHOLD_MAX)))
    .check(z.maxLength(ALERT_THRESHOLDS_MAX)),
});
