import * as z from 'zod/mini';
import { DisplaySchema } from '../schemas/display';

/** What anybody may read of an event whose admin has switched that on (docs/product.md, P5 to P8). */

/** `level`: how busy the venue is; `numbers`: how many people are in it and in its areas. */
const PublicDetailSchema = z.enum(['level', 'numbers']);
export type PublicDetail = z.infer<typeof PublicDetailSchema>;

/** The body of PUT /api/events/{eventId}/public. */
export const NewPublicLinkSchema = z.object({ detail: PublicDetailSchema });

/** The answer of the calls that manage it: null while it is off. */
export const PublicLinkSchema = z.object({
  link: z.nullable(z.object({ token: z.string(), detail: PublicDetailSchema })),
});
export type PublicLink = z.infer<typeof PublicLinkSchema>;

const LevelSchema = z.enum(['quiet', 'busy', 'nearly_full', 'full']);
export type Level = z.infer<typeof LevelSchema>;

const FillSchema = z.object({
  level: LevelSchema,
  /** Of the capacity; of `level` only in steps of five, 100 at most, and null for a capacity below 100. */
  percent: z.nullable(z.int()),
});
const PeopleSchema = z.object({
  /** Null without a capacity. */
  fill: z.nullable(FillSchema),
  /** How many people are inside, and how many may be; only of `numbers`. A capacity of null means no limit. */
  occupancy: z.optional(z.int()),
  capacity: z.optional(z.nullable(z.int())),
});

/** The answer of GET /api/public/{token}. */
export const PublicNumbersSchema = z.object({
  eventName: z.string(),
  /**
   * `open`; `not_started` until somebody has joined to count; `paused` as `shows` says. Only `open` has numbers.
   */
  state: z.enum(['open', 'not_started', 'paused']),
  /** Why it is paused, and the organizer's own words in an evacuation (src/shared/schemas/display.ts). */
  shows: DisplaySchema.shape.shows,
  notice: DisplaySchema.shape.notice,
  /** Set during a drill: its numbers are those of the day. */
  isDrill: z.optional(z.literal(true)),
  /** When the numbers were read, ISO 8601. */
  readAt: z.string(),
  venue: z.nullable(PeopleSchema),
  /** Only of `numbers`. */
  areas: z.array(z.extend(PeopleSchema, { areaName: z.string() })),
});
export type PublicNumbers = z.infer<typeof PublicNumbersSchema>;
