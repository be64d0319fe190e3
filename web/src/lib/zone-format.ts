import { inLocale } from './texts';

/** How moments read on the clocks of a time zone, of ISO texts or epoch ms. */
export interface ZoneFormat {
  /** '23:58' */
  time: (moment: string | number) => string;
  /** '23:58:07' */
  exactTime: (moment: string | number) => string;
  /** 'Nov 20 23:58', in German '20. Nov. 23:58'. */
  moment: (moment: string | number) => string;
  /** 'Nov 20', in German '20. Nov.'. */
  monthDay: (moment: string | number) => string;
  /** 'Fri, Nov 20', the date on these clocks. */
  date: (moment: string | number) => string;
  /** 'GMT+1', as it holds at the moment. */
  offset: (moment: string | number) => string;
}

function makeZoneFormat(locale: string, timeZone: string): ZoneFormat {
  const make = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, hourCycle: 'h23', ...options });
    return (moment: string | number) => format.format(new Date(moment));
  };
  const offsets = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' });
  const time = make({ hour: '2-digit', minute: '2-digit' });
  const monthDay = make({ month: 'short', day: 'numeric' });
  return {
    time,
    exactTime: make({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    monthDay,
    moment: (moment) => `${monthDay(moment)} ${time(moment)}`,
    date: make({ weekday: 'short', month: 'short', day: 'numeric' }),
    offset: (moment) =>
      offsets.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')?.value ?? '',
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
 * In the language in force.
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
