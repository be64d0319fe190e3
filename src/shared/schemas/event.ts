import * as z from 'zod/mini';

export const EventSchema = z.object({
  eventId: z.string(),
  eventName: z.string(),
  accessCode: z.string(),
});
export type Event = z.infer<typeof EventSchema>;
