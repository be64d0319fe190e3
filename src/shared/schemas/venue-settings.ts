import * as z from 'zod/mini';
import { NOTICE_TEXT_MAX_LENGTH, NOTICE_TITLE_MAX_LENGTH, TARGET_MINUTES_MAX } from '../evacuation/limits';
import { UNCONFIRMED_MINUTES_MAX } from '../orders/limits';
import {
  ALERT_THRESHOLD_MAX,
  ALERT_THRESHOLDS_MAX,
  CAPACITY_MAX,
  LIMIT_CONDITION_MAX_LENGTH,
  SAFETY_MARGIN_MAX_PERCENT,
} from './limits';

/** What displays say in an evacuation: a line in large letters, and what to do. */
export const NoticeSchema = z.object({ title: z.string(), text: z.string() });

/** What an organizer has decided for evacuations, drills and orders, as it is stored and sent. */
const EmergencySchema = z.object({
  /** Null for the display's own words, in its language: “EVACUATION”, “Do not enter. Leave by the nearest exit.” */
  notice: z.nullable(NoticeSchema),
  /** What displays show in a drill: that the doors are closed for an exercise, or the day's numbers. */
  drillShows: z.enum(['exercise', 'numbers']),
  /** After how many minutes recipients are told of an order that a door has not confirmed. */
  unconfirmedMinutes: z.int(),
  /** In how many minutes everybody is to be out (docs/product.md, V13); null or missing for no target. */
  targetMinutes: z.optional(z.nullable(z.int())),
});
export type Emergency = z.infer<typeof EmergencySchema>;

const words = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max));
/** The same in the body of a call. */
export const NewEmergencySchema = z.object({
  notice: z.nullable(z.object({ title: words(NOTICE_TITLE_MAX_LENGTH), text: words(NOTICE_TEXT_MAX_LENGTH) })),
  drillShows: EmergencySchema.shape.drillShows,
  unconfirmedMinutes: z.int().check(z.minimum(1), z.maximum(UNCONFIRMED_MINUTES_MAX)),
  /** Without the field, it stays as it is. */
  targetMinutes: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(TARGET_MINUTES_MAX)))),
});

/** Where a limit comes from: the license, or fire safety. A venue or an area has at most one of each kind. */
export const LIMIT_KINDS = ['license', 'fire'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];

/** A limit that an authority has set for an area or the venue, as it is stored and sent. */
export const LimitSchema = z.object({
  kind: z.enum(LIMIT_KINDS),
  /** How many people the condition allows. A limit of the venue includes staff. */
  capacity: z.int(),
  /** The wording and number of the condition. */
  condition: z.string(),
});
export type Limit = z.infer<typeof LimitSchema>;

/** A limit in the body of a call. */
const NewLimitSchema = z.object({
  kind: z.enum(LIMIT_KINDS),
  capacity: z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX)),
  condition: z.string().check(z.minLength(1), z.maxLength(LIMIT_CONDITION_MAX_LENGTH)),
});

/** The limits in the body of a call: they replace all limits. Without the field, the limits stay as they are. */
export const NewLimitsSchema = z.optional(z.array(NewLimitSchema).check(z.maxLength(LIMIT_KINDS.length)));

/**
 * An event's venue settings, as they are stored and sent. It checks no limits: if a limit is lowered one day, older
 * settings must still be readable in rooms and on devices.
 */
export const VenueSettingsSchema = z.object({
  /**
   * How many people may be inside, including staff: the lowest of the venue's own number and its limits; null if only
   * the areas have capacities.
   */
  capacity: z.nullable(z.int()),
  /** The venue's own number beside its limits. It is missing without limits: then it is the capacity. */
  ownCapacity: z.optional(z.nullable(z.int())),
  /** The limits that authorities have set; missing if there are none. */
  limits: z.optional(z.array(LimitSchema)),
  /** How many people work inside. The doors do not count them. */
  staffAllowance: z.int(),
  /** How much of the capacity is kept free, in percent. */
  safetyMarginPercent: z.int(),
  /** Whether each recount sets the safety margin anew, from the expected error; missing for a fixed margin. */
  followsExpectedError: z.optional(z.boolean()),
  /** Alert thresholds for each area and the venue, in percent of the capacity, ascending. */
  alertThresholds: z.array(z.int()),
  /** Missing for the defaults (src/shared/rules/emergency.ts). */
  emergency: z.optional(EmergencySchema),
});
export type VenueSettings = z.infer<typeof VenueSettingsSchema>;

/** The body of PUT /api/events/{eventId}/venue. It replaces all settings; `capacity` is the venue's own number. */
export const NewVenueSettingsSchema = z.object({
  capacity: z.nullable(z.int().check(z.minimum(1), z.maximum(CAPACITY_MAX))),
  staffAllowance: z.int().check(z.minimum(0), z.maximum(CAPACITY_MAX)),
  safetyMarginPercent: z.int().check(z.minimum(0), z.maximum(SAFETY_MARGIN_MAX_PERCENT)),
  alertThresholds: z
    .array(z.int().check(z.minimum(1), z.maximum(ALERT_THRESHOLD_MAX)))
    .check(z.maxLength(ALERT_THRESHOLDS_MAX)),
  /** Without the field, the safety margin stays as it is: fixed, or following the expected error. */
  followsExpectedError: z.optional(z.boolean()),
  limits: NewLimitsSchema,
  /** Without the field, it stays as it is. */
  emergency: z.optional(NewEmergencySchema),
});
/** An event's venue settings as an admin sets them and D1 stores them: `capacity` is the venue's own number. */
export type NewVenueSettings = z.infer<typeof NewVenueSettingsSchema>;
