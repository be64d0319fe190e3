import * as z from 'zod/mini';

import { VenueSettingsSchema } from './venue-settings';

export const EventSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
  accessCode: z.string(),
  /** Only when an admin has set them; `venueSettingsOf` knows the defaults. */
  venue: z.optional(VenueSettingsSchema),
});
export type Event = z.infer<typeof EventSchema>;

/** GET /api/events */
export const EventListSchema = z.array(EventSchema);

/** GET /api/events/{eventId}/join-key: the signature for the join link of the event's present code. */
export const JoinKeySchema = z.object({ joinKey: z.string() });
