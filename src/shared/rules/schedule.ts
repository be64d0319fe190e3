import * as z from 'zod/mini';
import { type Schedule, ScheduleSchema } from '../schemas/schedule';
import { isCalendarDay } from './business-day';
import { type Checked, invalid, type Unchecked, valid } from './checked';
import { readTimeZone } from './zoned-time';

const NO_ZONE = 'Please choose a time zone, such as Europe/Berlin.';
const NO_TIME = 'Please enter the report time as hours and minutes, such as 06:00.';
const NO_DATES = 'Please enter the first and the last day, or neither of them.';
const NOT_A_DATE = 'Please enter days that are in the calendar, such as 2026-07-31.';
const BACKWARDS = 'The last day must not be before the first.';

/** Checks an event's whole schedule. The value has the time zone's usual name. */
export function checkSchedule(given: Unchecked<Schedule>): Checked<Schedule> {
  const timeZone = readTimeZone(given.timeZone);
  if (timeZone === null) return invalid(NO_ZONE);
  const reportTime = z.safeParse(ScheduleSchema.shape.reportTime, given.reportTime);
  if (!reportTime.success) return invalid(NO_TIME);
  const { startDate, endDate } = given;
  if (startDate === null && endDate === null)
    return valid({ timeZone, reportTime: reportTime.data, startDate, endDate });
  if (startDate === null || endDate === null) return invalid(NO_DATES);
  if (!isCalendarDay(startDate) || !isCalendarDay(endDate)) return invalid(NOT_A_DATE);
  if (endDate < startDate) return invalid(BACKWARDS);
  return valid({ timeZone, reportTime: reportTime.data, startDate, endDate });
}
