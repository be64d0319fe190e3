import { businessDay, DEFAULT_DAY_CLOCK } from '../../../../../src/shared/rules/business-day';
import type { Checked } from '../../../../../src/shared/rules/checked';
import { checkSchedule } from '../../../../../src/shared/rules/schedule';
import { readTimeZone } from '../../../../../src/shared/rules/time-zone';
import type { Schedule } from '../../../../../src/shared/schemas/schedule';

/** The contents of the fields. */
export interface ScheduleFields {
  readonly timeZone: string;
  readonly reportTime: string;
  readonly onDays: boolean;
  readonly startDate: string;
  readonly endDate: string;
}

/** YYYY-MM-DD of the running day; this browser need not know the event's zone. */
function today({ timeZone, reportTime }: Schedule): string {
  const known = readTimeZone(timeZone) ?? DEFAULT_DAY_CLOCK.timeZone;
  return businessDay(Date.now(), { timeZone: known, reportTime }).day;
}

/** Somebody who chooses certain days starts with today. */
export const fieldsOf = (saved: Schedule): ScheduleFields => ({
  timeZone: saved.timeZone,
  reportTime: saved.reportTime,
  onDays: saved.startDate !== null,
  startDate: saved.startDate ?? today(saved),
  endDate: saved.endDate ?? today(saved),
});

export const checkFields = ({ onDays, startDate, endDate, ...clock }: ScheduleFields): Checked<Schedule> =>
  checkSchedule({ ...clock, startDate: onDays ? startDate : null, endDate: onDays ? endDate : null });

/** The zones that this browser knows, those that browsers leave out of the list, and the event's own. */
export const zonesWith = (own: string): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), DEFAULT_DAY_CLOCK.timeZone, own])].toSorted();
