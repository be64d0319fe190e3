import { expect } from 'vitest';
import * as z from 'zod/mini';
import { readTimeZone } from '../../../../src/shared/rules/time-zone';
import { ScheduleSchema } from '../../../../src/shared/schemas/schedule';
import { type Effect, fieldsOf, ownEvent } from './effect';

/** As {@link EFFECTS}: of schedule and reports. */
export const REPORT_EFFECTS: Readonly<Record<string, Effect>> = {
  'GET /api/events/:eventId/schedule': (world, call, { body }) => {
    const event = ownEvent(world, call);
    const schedule = z.parse(ScheduleSchema, body);
    expect(schedule).toEqual(event.schedule ?? { ...schedule, reportTime: '06:00', startDate: null, endDate: null });
  },
  'PUT /api/events/:eventId/schedule': (world, call, { body }) => {
    const schedule = z.parse(ScheduleSchema, body);
    const { timeZone, reportTime, startDate, endDate } = fieldsOf(call);
    expect(schedule).toEqual({ timeZone: readTimeZone(timeZone), reportTime, startDate, endDate });
    expect((startDate === null) === (endDate === null)).toBe(true);
    expect(String(startDate) <= String(endDate)).toBe(true);
    ownEvent(world, call).schedule = schedule;
  },
};
