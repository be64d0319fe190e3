import * as z from 'zod/mini';

/** A local time of the day, HH:mm. */
export const LocalTimeSchema = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/));
const DaySchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** The answer of GET and body of PUT /api/events/{eventId}/schedule: clock of business days, and event dates. */
export const ScheduleSchema = z.object({
  /** The IANA time zone. */
  timeZone: z.string(),
  /** The local time at which one business day ends and the next begins, HH:mm. */
  reportTime: LocalTimeSchema,
  /** The first and the last business day, YYYY-MM-DD; both null if the event has no dates. */
  startDate: z.nullable(DaySchema),
  endDate: z.nullable(DaySchema),
});
export type Schedule = z.infer<typeof ScheduleSchema>;
