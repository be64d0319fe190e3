import * as z from 'zod/mini';
import { NoticeSchema } from './venue-settings';

const FillSchema = z.object({ occupancy: z.int(), capacity: z.int() });

/** What a public display gets of an event. It contains no access code, and no names of people or devices. */
export const DisplaySchema = z.object({
  eventId: z.string(),
  version: z.int(),
  eventName: z.string(),
  /** What runs at the event; missing if nothing does. */
  evacuation: z.optional(z.enum(['evacuation', 'drill'])),
  /**
   * What is shown instead of numbers, which are then left out: that people have to leave, that the doors are closed for an
   * exercise, or that the staff has to be asked (docs/product.md, V5, V12). Missing while numbers are shown.
   */
  shows: z.optional(z.enum(['evacuation', 'exercise', 'ask_staff'])),
  /** The organizer's own words in an evacuation; missing for the display's. */
  notice: z.optional(NoticeSchema),
  /** The sum of all areas, and the capacity for guests. The value is null if the venue has no capacity of its own. */
  venue: z.nullable(FillSchema),
  areas: z.array(z.extend(FillSchema, { areaId: z.string(), areaName: z.string() })),
});
export type Display = z.infer<typeof DisplaySchema>;

/** The answer of GET and POST /api/events/{eventId}/display: the link's token; null without a link. */
export const DisplayLinkSchema = z.object({ displayToken: z.nullable(z.string()) });
