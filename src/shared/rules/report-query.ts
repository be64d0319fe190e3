import { MINUTE_INTERVALS_DAYS_MAX, REPORT_DAYS_MAX, TAPS_FILE_DAYS_MAX } from '../reports/limits';
import { DEFAULT_REPORT_INTERVAL, REPORT_INTERVALS, type ReportInterval } from '../schemas/report';
import { message } from '../messages/message';
import { countDays, isCalendarDay } from './business-day';
import { type Checked, invalid, type Unchecked, valid } from './checked';
import { momentsShowing, offsetText } from '../sealed/zoned-time';

/** The first and the last business day, YYYY-MM-DD. */
export interface DayRange {
  from: string;
  to: string;
}

/** The requested report: its days (null means the newest active day), and its intervals. */
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
  taps_file_too_long: (max: number) => `A file of single taps covers at most ${max} days.`,
};

/** The texts for the other parameters, which only scripts can get wrong. */
export const reportParameterTexts = {
  report_interval_invalid: () => 'Please ask for an interval of 5, 15, 30 or 60 minutes, or of a day.',
  report_interval_too_short: (max: number) =>
    `A report over more than ${max} days has one interval a day. Please ask for the interval day.`,
  report_revision_invalid: () => 'Please ask for a revision by its number, and for one day in from and to.',
  report_format_invalid: () => 'Please ask for the format json or csv.',
};

type WrongDays = 'report_days_invalid' | 'report_days_reversed' | 'too_long';

function daysUpTo(max: number, { from, to }: Unchecked<DayRange>): DayRange | WrongDays | null {
  if (from === undefined && to === undefined) return null;
  if (!isCalendarDay(from) || !isCalendarDay(to)) return 'report_days_invalid';
  if (to < from) return 'report_days_reversed';
  return countDays(from, to) > max ? 'too_long' : { from, to };
}

/** Reads the days in an address. Returns null if it has none, and what is wrong if no report can have them. */
export const readDays = (given: Unchecked<DayRange>): DayRange | WrongDays | null => daysUpTo(REPORT_DAYS_MAX, given);

/** Checks the days of a report in an address. The value is null if the address has none. */
export function checkDayRange(given: Unchecked<DayRange>): Checked<DayRange | null> {
  const days = daysUpTo(REPORT_DAYS_MAX, given);
  if (days === 'too_long') return invalid(message(reportDaysTexts, 'report_too_long', REPORT_DAYS_MAX));
  return typeof days === 'string' ? invalid(message(reportDaysTexts, days)) : valid(days);
}

/** Checks the days of a file of single taps in an address. The value is null if the address has none. */
export function checkTapDays(given: Unchecked<DayRange>): Checked<DayRange | null> {
  const days = daysUpTo(TAPS_FILE_DAYS_MAX, given);
  return days === 'too_long'
    ? invalid(message(reportDaysTexts, 'taps_file_too_long', TAPS_FILE_DAYS_MAX))
    : checkDayRange(given);
}

/** The intervals that a report over these days can have, null for the newest day. */
export const intervalsFor = (range: DayRange | null): readonly ReportInterval[] =>
  range !== null && countDays(range.from, range.to) > MINUTE_INTERVALS_DAYS_MAX ? ['day'] : REPORT_INTERVALS;

/** The interval of a report over these days if none is requested. */
export const defaultIntervalFor = (range: DayRange | null): ReportInterval =>
  intervalsFor(range).find((interval) => interval === DEFAULT_REPORT_INTERVAL) ?? 'day';

function checkInterval(given: string | undefined, range: DayRange | null): Checked<ReportInterval> {
  if (given === undefined) return valid(defaultIntervalFor(range));
  const interval = REPORT_INTERVALS.find((known) => String(known) === given);
  if (interval === undefined) return invalid(message(reportParameterTexts, 'report_interval_invalid'));
  return intervalsFor(range).includes(interval)
    ? valid(interval)
    : invalid(message(reportParameterTexts, 'report_interval_too_short', MINUTE_INTERVALS_DAYS_MAX));
}

/** The parameters in an address: text, or undefined if they are missing. */
export type ReportParameters = Record<keyof DayRange | Exclude<keyof ReportQuery, 'range'>, string | undefined>;

/** Checks all parameters of a report. */
export function checkReportQuery(given: ReportParameters): Checked<ReportQuery> {
  const { revision: revisionText, format = 'json' } = given;
  const days = checkDayRange(given);
  if (!days.ok) return days;
  const range = days.value;
  const interval = checkInterval(given.interval, range);
  if (!interval.ok) return interval;
  if (format !== 'json' && format !== 'csv') return invalid(message(reportParameterTexts, 'report_format_invalid'));
  const query = { range, interval: interval.value, format } as const;
  if (revisionText === undefined) return valid({ ...query, revision: null });
  const isOneDay = range !== null && range.from === range.to;
  if (!isOneDay || !/^[1-9]\d{0,8}$/.test(revisionText))
    return invalid(message(reportParameterTexts, 'report_revision_invalid'));
  return valid({ ...query, revision: Number(revisionText) });
}

/** The texts for a moment for which the occupancy is asked. */
export const momentTexts = {
  moment_invalid: () =>
    'Please ask for a moment in at, such as 2026-07-31T23:42 in the event’s time zone, or 2026-07-31T23:42:10+02:00.',
  moment_skipped: (timeZone: string) => `The clocks in ${timeZone} skipped this time. Please ask for another one.`,
  moment_twice: (first: string, second: string) =>
    `The clocks showed this time twice. Please add the offset from UTC: ${first} or ${second}.`,
  moment_future: () => 'This moment is still to come. Please ask for an earlier one.',
  moment_deleted: () => 'The figures of this moment are not kept any more.',
  moment_uncounted: () =>
    'Nothing was counted on the day of this moment, and single taps from so long ago are not kept any more.',
};

/** The second and its fraction may be missing, and so may the offset. A query turns a plus sign into a space. */
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(\.\d{1,3})?)?(Z|[+\- ](?:[01]\d|2[0-3]):[0-5]\d)?$/;

/**
 * Reads a moment as epoch ms: ISO 8601 with Z or an offset, or a local time of the zone.
 * @throws {RangeError} the time zone does not exist
 */
function readMoment(given: string, timeZone: string): Checked<number> {
  const [, day, hour, minute, second = '00', fraction = '', offset] = MOMENT.exec(given) ?? [];
  if (!isCalendarDay(day)) return invalid(message(momentTexts, 'moment_invalid'));
  const shown = `${day}T${hour}:${minute}:${second}${fraction}`;
  if (offset !== undefined) return valid(Date.parse(shown + offset.replace(' ', '+')));
  const local = Date.parse(`${shown}Z`);
  const [first, other] = momentsShowing(local, timeZone);
  if (first === undefined) return invalid(message(momentTexts, 'moment_skipped', timeZone));
  if (other === undefined) return valid(first);
  return invalid(message(momentTexts, 'moment_twice', offsetText(local - first), offsetText(local - other)));
}

/** Checks a moment for which the occupancy is asked, and returns it as epoch ms. @param now epoch ms */
export function checkMoment(given: string, timeZone: string, now: number): Checked<number> {
  const moment = readMoment(given, timeZone);
  return moment.ok && moment.value > now ? invalid(message(momentTexts, 'moment_future')) : moment;
}
