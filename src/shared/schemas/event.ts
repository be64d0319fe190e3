import * as z from 'zod/mini';
import { CategoriesSchema } from './category';
import { VenueSettingsSchema } from './venue-settings';

export const EventSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
  accessCode: z.string(),
  /** Missing until an admin sets them; `venueSettingsOf` returns the defaults then. */
  venue: z.optional(VenueSettingsSchema),
  /** Missing if the event never had a category. */
  categories: z.optional(CategoriesSchema),
});
export type Event = z.infer<typeof EventSchema>;

/** The answer of GET /api/events. */
export const EventListSchema = z.array(EventSchema);

/** The answer of GET /api/events/{eventId}/join-key: the signature for the join link of the access code. */
export const JoinKeySchema = z.object({ joinKey: z.string() });
