import { inLocale } from '../../texts/texts';

const moments = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }),
);

/** Formats an ISO time on the device's clock: 'Nov 3, 2026, 18:04'. */
export const momentWithYear = (iso: string): string => moments().format(new Date(iso));
