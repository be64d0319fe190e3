import * as z from 'zod/mini';

const DaySchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** GET and PUT /api/events/{eventId}/schedule: the event's business days, and the days on which it takes place. */
export const ScheduleSchema = z.object({
  /** IANA time zone. */
  timeZone: z.string(),
  /** HH:mm at which one business day ends and the next begins. */
  reportTime: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  /** First and last business day, YYYY-MM-DD; both null for an event without dates. */
  startDate: z.nullable(DaySchema),
  endDate: z.nullable(DaySchema),
});
export type Schedule = z.infer<typeof ScheduleSchema>;
