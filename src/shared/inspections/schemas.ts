import * as z from 'zod/mini';
import { ListedSealSchema } from '../sealed/schemas';
import { INSPECTION_HOURS_MAX, INSPECTION_LABEL_MAX_LENGTH } from './limits';
import { AlertSchema } from '../schemas/alert';
import { LimitSchema, VenueSettingsSchema } from '../schemas/venue-settings';

/** The bodies and answers of the calls about inspectors' links. Times are ISO 8601 in UTC. */

const Time = z.string();
const MaybeTime = z.nullable(Time);

/** An inspector's link, as the event's admin sees it. Its token is only in the answer that creates it. */
export const InspectorLinkSchema = z.object({
  linkId: z.string(),
  /** For whom the link is. */
  label: z.string(),
  createdAt: Time,
  expiresAt: Time,
  revokedAt: MaybeTime,
  openings: z.int(),
  lastOpenedAt: MaybeTime,
});
export type InspectorLink = z.infer<typeof InspectorLinkSchema>;

/** The answer of GET /api/events/{eventId}/inspections. */
export const InspectorLinkListSchema = z.object({ links: z.array(InspectorLinkSchema) });

/**
 * The body of POST /api/events/{eventId}/inspections: how long the link is valid, or until when. A rule trims the label
 * before it checks it.
 */
export const NewInspectorLinkSchema = z.object({
  label: z.string().check(z.minLength(1), z.maxLength(INSPECTION_LABEL_MAX_LENGTH)),
  /** For how many hours the link is valid. */
  hours: z.optional(z.int().check(z.minimum(1), z.maximum(INSPECTION_HOURS_MAX))),
  /** When the link ends: 1 to INSPECTION_HOURS_MAX hours from now. */
  expiresAt: z.optional(z.iso.datetime({ offset: true })),
});
export type NewInspectorLink = z.infer<typeof NewInspectorLinkSchema>;

/** The answer to that call. The server keeps only a hash of the token. */
export const CreatedInspectorLinkSchema = z.extend(InspectorLinkSchema, { token: z.string() });
export type CreatedInspectorLink = z.infer<typeof CreatedInspectorLinkSchema>;

/** What each inspector sees of the link itself. */
const AboutSchema = z.object({ eventName: z.string(), label: z.string(), expiresAt: Time });

/** The answer of POST /api/inspections/{token}/openings. `opening` is null until somebody has joined to count. */
export const InspectionOpeningSchema = z.extend(AboutSchema, { opening: z.nullable(z.string()) });
export type InspectionOpening = z.infer<typeof InspectionOpeningSchema>;

/**
 * The numbers of an event as its room knows them. They contain no access code, and no names of people or devices: fields
 * are listed one by one.
 */
const LiveNumbersSchema = z.object({
  /** The IANA time zone of the event, in whose time inspectors read the times. */
  timeZone: z.string(),
  /** When the room gave these numbers. */
  readAt: Time,
  /** When a number changed last; null if nothing was counted yet. */
  lastChangedAt: MaybeTime,
  settings: VenueSettingsSchema,
  venue: z.object({
    /** The sum of all areas. */
    occupancy: z.int(),
    /** How many guests may be inside: the capacity less staff; null if the venue has no capacity of its own. */
    capacity: z.nullable(z.int()),
    /** From how many guests on the organizer warns; null without a capacity or a safety margin. */
    warnsFrom: z.nullable(z.int()),
  }),
  areas: z.array(
    z.object({
      areaId: z.string(),
      areaName: z.string(),
      occupancy: z.int(),
      /** 0 means no limit. */
      capacity: z.int(),
      /** The organizer's own number, and the limits that authorities have set; both missing without limits. */
      ownCapacity: z.optional(z.int()),
      limits: z.optional(z.array(LimitSchema)),
      /** By how many people the number may be low (docs/product.md, M17); missing if nothing is in doubt. */
      mayBeLowBy: z.optional(z.int()),
      lastChangedAt: MaybeTime,
    }),
  ),
  /** The open alerts. */
  alerts: z.array(z.pick(AlertSchema, { areaId: true, threshold: true, raisedAt: true, acknowledgedAt: true })),
});
export type LiveNumbers = z.infer<typeof LiveNumbersSchema>;

/** The answer of GET /api/inspections/{token}. */
export const InspectionSchema = z.extend(LiveNumbersSchema, AboutSchema.shape);
export type Inspection = z.infer<typeof InspectionSchema>;

/** The answer of GET /api/inspections/{token}/seals, newest link first. */
export const InspectionSealListSchema = z.object({
  seals: z.array(
    z.extend(ListedSealSchema, {
      /** Whether the link gives the evidence pack of the day, which has this revision. */
      hasPack: z.boolean(),
    }),
  ),
});
export type InspectionSealList = z.infer<typeof InspectionSealListSchema>;
