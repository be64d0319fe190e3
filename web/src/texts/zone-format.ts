import { MINUTE_MS } from '../../../src/shared/limits';
import { inLocale } from './texts';

interface MomentDetail {
  withYear?: boolean;
  withSeconds?: boolean;
}

/** Moments in the local time of a time zone, from ISO texts or epoch ms. */
export interface ZoneFormat {
  /** '23:58' */
  time: (moment: string | number) => string;
  /** '23:58', and '02:30 GMT+2' when clocks that are set back show it twice. */
  clearTime: (moment: string | number) => string;
  /** '23:58:07' */
  exactTime: (moment: string | number) => string;
  /**
   * 'Nov 20 23:58', in German '20. Nov. 23:58'; 'Nov 20, 2026 23:58:07' with year and seconds. As unambiguous as
   * `clearTime`.
   */
  moment: (moment: string | number, detail?: MomentDetail) => string;
  /** 'Nov 20', in German '20. Nov.'. */
  monthDay: (moment: string | number) => string;
  /** 'Fri, Nov 20', the local date. */
  date: (moment: string | number) => string;
  /** 'Fri, Nov 20, 2026', the local date with the year. */
  fullDate: (moment: string | number) => string;
  /** '2026' */
  year: (moment: string | number) => string;
  /** 'GMT+1', as at that moment. */
  offset: (moment: string | number) => string;
}

/** By how much clocks are set back, in some places only half an hour. */
const SET_BACK_MS = [30 * MINUTE_MS, 60 * MINUTE_MS];

function makeZoneFormat(locale: string, timeZone: string): ZoneFormat {
  const make = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options });
    return (moment: string | number) => format.format(new Date(moment));
  };
  const offsets = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
  const time = make({ hour: '2-digit', minute: '2-digit' });
  const exactTime = make({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const monthDay = make({ month: 'short', day: 'numeric' });
  const yearMonthDay = make({ year: 'numeric', month: 'short', day: 'numeric' });
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
      clear(`${(withYear ? yearMonthDay : monthDay)(moment)} ${(withSeconds ? exactTime : time)(moment)}`, moment),
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
 * In the present language.
 * @throws {RangeError} no such time zone
 */
export const zoneFormat = (timeZone: string): ZoneFormat => formats()(timeZone);

/** A business day is a date, wherever the device is. */
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

/** 'Fri, Nov 20, 2026', of a business day YYYY-MM-DD. */
export const formatDay = (day: string): string => days().format(new Date(day));

/** 'Fri, Nov 20 – Sun, Nov 22, 2026', of business days YYYY-MM-DD. */
export const formatDayRange = (from: string, to: string): string =>
  from === to ? formatDay(from) : days().formatRange(new Date(from), new Date(to));
