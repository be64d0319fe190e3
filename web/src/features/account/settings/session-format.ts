import { DAY_MS } from '../../../../../src/shared/limits';
import { inLocale } from '../../../texts/texts';

const moments = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }),
);
const relative = inLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/** 'Nov 3, 2026, 18:04' on the device's clock, of an ISO moment. */
export const formatLogin = (iso: string): string => moments().format(new Date(iso));

/**
 * 'today', 'yesterday', '5 days ago', of an ISO moment. A session in use is written once a day, so everything within
 * the last 24 hours is 'today'.
 */
export function formatLastUsed(iso: string, now: number): string {
  const days = Math.max(0, Math.floor((now - Date.parse(iso)) / DAY_MS));
  return relative().format(-days, 'day');
}
