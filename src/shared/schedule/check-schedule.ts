import * as z from 'zod/mini';
import { type Schedule, ScheduleSchema } from './schemas';
import { message } from '../messages/message';
import { isCalendarDay, readTimeZone } from '../rules/business-day';
import { type Checked, invalid, type Unchecked, valid } from '../rules/checked';

export const scheduleTexts = {
  time_zone_invalid: () => 'Please choose a time zone, such as Europe/Berlin.',
  report_time_invalid: () => 'Please enter the report time as hours and minutes, such as 06:00.',
  event_days_incomplete: () => 'Please enter the first and the last day, or neither of them.',
  event_days_invalid: () => 'Please enter days that are in the calendar, such as 2026-07-31.',
  event_days_reversed: () => 'The last day must not be before the first.',
};

/** Checks an event's whole schedule. The value has the time zone's usual name. */
export function checkSchedule(given: Unchecked<Schedule>): Checked<Schedule> {
  const timeZone = readTimeZone(given.timeZone);
  if (timeZone === null) return invalid(message(scheduleTexts, 'time_zone_invalid'));
  const reportTime = z.safeParse(ScheduleSchema.shape.reportTime, given.reportTime);
  if (!reportTime.success) return invalid(message(scheduleTexts, 'report_time_invalid'));
  const { startDate, endDate } = given;
  if (startDate === null && endDate === null)
    return valid({ timeZone, reportTime: reportTime.data, startDate, endDate });
  if (startDate === null || endDate === null) return invalid(message(scheduleTexts, 'event_days_incomplete'));
  if (!isCalendarDay(startDate) || !isCalendarDay(endDate))
    return invalid(message(scheduleTexts, 'event_days_invalid'));
  if (endDate < startDate) return invalid(message(scheduleTexts, 'event_days_reversed'));
  return valid({ timeZone, reportTime: reportTime.data, startDate, endDate });
}
