import { REPORT_DAYS_MAX } from '../limits';
import { DEFAULT_REPORT_INTERVAL, REPORT_INTERVALS, type ReportInterval } from '../schemas/report';
import { message } from '../messages/message';
import { countDays, isCalendarDay } from './business-day';
import { type Checked, invalid, type Unchecked, valid } from './checked';

/** The first and the last business day, YYYY-MM-DD. */
export interface DayRange {
  from: string;
  to: string;
}

/** The requested report: its days (null means the newest active day), and the length of its intervals in minutes. */
export interface ReportQuery {
  range: DayRange | null;
  interval: ReportInterval;
  /** The requested revision of a single day's stored report; null for the newest figures. */
  revision: number | null;
  format: 'json' | 'csv';
}

export const reportDaysTexts = {
  report_days_invalid: () => 'Please ask for days such as 2026-07-31 in from and to, or leave out both.',
  report_days_reversed: () => 'The last day must not be before the first.',
  report_too_long: (max: number) => `A report covers at most ${max} days.`,
};

/** The texts for the other parameters, which only scripts can get wrong. */
export const reportParameterTexts = {
  report_interval_invalid: () => 'Please ask for an interval of 5, 15, 30 or 60 minutes.',
  report_revision_invalid: () => 'Please ask for a revision by its number, and for one day in from and to.',
  report_format_invalid: () => 'Please ask for the format json or csv.',
};

/** Reads the days in an address. Returns null if it has none, and the id of what is wrong if no report can have them. */
export function readDays({ from, to }: Unchecked<DayRange>): DayRange | keyof typeof reportDaysTexts | null {
  if (from === undefined && to === undefined) return null;
  if (!isCalendarDay(from) || !isCalendarDay(to)) return 'report_days_invalid';
  if (to < from) return 'report_days_reversed';
  return countDays(from, to) > REPORT_DAYS_MAX ? 'report_too_long' : { from, to };
}

/** Checks the days in an address. The value is null if the address has none. */
export function checkDayRange(given: Unchecked<DayRange>): Checked<DayRange | null> {
  const days = readDays(given);
  if (typeof days !== 'string') return valid(days);
  return invalid(
    days === 'report_too_long' ? message(reportDaysTexts, days, REPORT_DAYS_MAX) : message(reportDaysTexts, days),
  );
}

/** The parameters in an address: text, or undefined if they are missing. */
export type ReportParameters = Record<keyof DayRange | Exclude<keyof ReportQuery, 'range'>, string | undefined>;

/** Checks all parameters of a report. */
export function checkReportQuery(given: ReportParameters): Checked<ReportQuery> {
  const { revision: revisionText, format = 'json' } = given;
  const range = checkDayRange(given);
  if (!range.ok) return range;
  const interval =
    given.interval === undefined
      ? DEFAULT_REPORT_INTERVAL
      : REPORT_INTERVALS.find((minutes) => String(minutes) === given.interval);
  if (interval === undefined) return invalid(message(reportParameterTexts, 'report_interval_invalid'));
  if (format !== 'json' && format !== 'csv') return invalid(message(reportParameterTexts, 'report_format_invalid'));
  if (revisionText === undefined) return valid({ range: range.value, interval, revision: null, format });
  const isOneDay = range.value !== null && range.value.from === range.value.to;
  if (!isOneDay || !/^[1-9]\d{0,8}$/.test(revisionText))
    return invalid(message(reportParameterTexts, 'report_revision_invalid'));
  return valid({ range: range.value, interval, revision: Number(revisionText), format });
}
