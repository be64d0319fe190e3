import * as z from 'zod/mini';

const FillSchema = z.object({ occupancy: z.int(), capacity: z.int() });

/** What a public display may know of an event: no access code, no names of people or devices. */
export const DisplaySchema = z.object({
  eventId: z.string(),
  version: z.int(),
  eventName: z.string(),
  /** Over all areas, and what the venue may hold; null when the event has no capacity of its own. */
  total: z.nullable(FillSchema),
  areas: z.array(z.extend(FillSchema, { areaId: z.string(), areaName: z.string() })),
});
export type Display = z.infer<typeof DisplaySchema>;

/** GET and POST /api/events/{eventId}/display: its link's token, null without one. */
export const DisplayLinkSchema = z.object({ displayToken: z.nullable(z.string()) });
