import * as z from 'zod/mini';

const DaySchema = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/));

/** GET and PUT /api/events/{eventId}/schedule: by which clock the event's business days go, and on which it takes place. */
export const ScheduleSchema = z.object({
  /** IANA zone. */
  timeZone: z.string(),
  /** HH:mm at which a business day ends and the next begins. */
  reportTime: z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  /** First and last business day, YYYY-MM-DD; null where the event simply goes on. Both or none. */
  startDate: z.nullable(DaySchema),
  endDate: z.nullable(DaySchema),
});
export type Schedule = z.infer<typeof ScheduleSchema>;
