import { MINUTE_MS } from '../../../src/shared/durations';
import { inLocale } from './texts';
import { ENGLISH_LOCALE } from '../../../src/shared/languages';

interface MomentDetail {
  withYear?: boolean;
  withSeconds?: boolean;
}

/** Formats moments in the local time of a time zone. A moment is an ISO text or a number of epoch ms. */
export interface ZoneFormat {
  /** Returns '23:58'. */
  time: (moment: string | number) => string;
  /** Returns '23:58', or '02:30 GMT+2' for a time that occurs twice because clocks are set back. */
  clearTime: (moment: string | number) => string;
  /** Returns '23:58:07'. */
  exactTime: (moment: string | number) => string;
  /**
   * Returns 'Nov 20 23:58', in German '20. Nov. 23:58', or 'Nov 20, 2026 23:58:07' with year and seconds. Times that
   * occur twice have their offset, as in `clearTime`.
   */
  moment: (moment: string | number, detail?: MomentDetail) => string;
  /** Returns 'Nov 20', in German '20. Nov.', or 'Nov 20, 2026' with the year. */
  monthDay: (moment: string | number, detail?: Pick<MomentDetail, 'withYear'>) => string;
  /** Returns the local date as 'Fri, Nov 20'. */
  date: (moment: string | number) => string;
  /** Returns the local date with the year as 'Fri, Nov 20, 2026'. */
  fullDate: (moment: string | number) => string;
  /** Returns the local year as '2026'. */
  year: (moment: string | number) => string;
  /** Returns the offset from UTC at that moment as 'GMT+1'. */
  offset: (moment: string | number) => string;
}

/** The durations in ms by which clocks are set back. In some places it is only half an hour. */
const SET_BACK_MS = [30 * MINUTE_MS, 60 * MINUTE_MS];

function makeZoneFormat(locale: string, timeZone: string): ZoneFormat {
  const make = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options });
    return (moment: string | number) => format.format(new Date(moment));
  };
  const offsets = new Intl.DateTimeFormat(ENGLISH_LOCALE, { timeZone, timeZoneName: 'shortOffset' });
  const time = make({ hour: '2-digit', minute: '2-digit' });
  const exactTime = make({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const withoutYear = make({ month: 'short', day: 'numeric' });
  const yearMonthDay = make({ year: 'numeric', month: 'short', day: 'numeric' });
  const monthDay: ZoneFormat['monthDay'] = (moment, { withYear = false } = {}) =>
    (withYear ? yearMonthDay : withoutYear)(moment);
  const offset = (moment: string | number) =>
    offsets.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const isTwice = (moment: string | number): boolean => {
    const [at, shown] = [new Date(moment).getTime(), time(moment)];
    return SET_BACK_MS.some((by) => time(at - by) === shown || time(at + by) === shown);
  };
  const clear = (text: string, moment: string | number) => (isTwice(moment) ? `${text} ${offset(moment)}` : text);
  return {
    time,
    clearTime: (moment) => clear(time(moment), moment),
    exactTime,
    monthDay,
    moment: (moment, { withYear = false, withSeconds = false } = {}) =>
      clear(`${monthDay(moment, { withYear })} ${(withSeconds ? exactTime : time)(moment)}`, moment),
    date: make({ weekday: 'short', month: 'short', day: 'numeric' }),
    fullDate: make({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' }),
    year: make({ year: 'numeric' }),
    offset,
  };
}

const formats = inLocale((locale) => {
  const made = new Map<string, ZoneFormat>();
  return (timeZone: string) => {
    const format = made.get(timeZone) ?? makeZoneFormat(locale, timeZone);
    made.set(timeZone, format);
    return format;
  };
});

/**
 * Returns the formats of a time zone in the current language.
 * @throws {RangeError} the time zone does not exist
 */
export const zoneFormat = (timeZone: string): ZoneFormat => formats()(timeZone);

/** Returns an IANA zone in readable form. */
export const zoneName = (timeZone: string): string => timeZone.replaceAll('_', ' ');

/** A business day is a calendar date that does not depend on the device's time zone, so it is formatted in UTC. */
const days = inLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      timeZone: 'UTC',
    }),
);

/** Formats a business day (YYYY-MM-DD) as 'Fri, Nov 20, 2026'. */
export const formatDay = (day: string): string => days().format(new Date(day));

const dates = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' }),
);

/** Formats two dates (YYYY-MM-DD) as 'Nov 20 – 21, 2026'. */
export const formatDates = (from: string, to: string): string => dates().formatRange(new Date(from), new Date(to));

/** Formats a range of business days (YYYY-MM-DD) as 'Fri, Nov 20 – Sun, Nov 22, 2026'. */
export const formatDayRange = (from: string, to: string): string =>
  from === to ? formatDay(from) : days().formatRange(new Date(from), new Date(to));
