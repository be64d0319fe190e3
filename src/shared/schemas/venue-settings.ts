import * as z from 'zod/mini';
import { ALERT_THRESHOLD_MAX, ALERT_THRESHOLDS_MAX, CAPACITY_MAX, SAFETY_MARGIN_MAX_PERCENT } from '../limits';

/**
 * What an event knows of its venue as a whole, as stored and sent: a limit that is lowered one day holds for what is set
 * from then on, and neither a room nor a device fails on what was set before.
 */
export const VenueSettingsSchema = z.object({
  /** What the licence allows over all areas, staff included; null where each area stands for itself. */
  capacity: z.nullable(z.int()),
  /** People who work inside and are not counted at the doors. */
  staffAllowance: z.int(),
  /** Kept free, of the capacity. */
  safetyMarginPercent: z.int(),
  /** In percent, rising. Of each area's capacity and of the venue's. */
  alertThresholds: z.array(z.int()),
});
export type VenueSettings = z.infer<typeof VenueSettingsSchema>;

/** PUT /api/events/{eventId}/venue: all of it. */
export const NewVenueSettingsSchema = z.object({
  capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX))),
  staffAllowance: z.int().check(z.minimum(0), z.maximum(CAPACITY_MAX)),
  safetyMarginPercent: z.int().check(z.minimum(0), z.maximum(SAFETY_MARGIN_MAX_PERCENT)),
  alertThresholds: z
    .array(z.int().check(z.minimum(1), z.maximum(ALERT_THRESHOLD_MAX)))
    .check(z.maxLength(ALERT_THRESHOLDS_MAX)),
});
