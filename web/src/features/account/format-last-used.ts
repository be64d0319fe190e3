import { DAY_MS } from '../../../../src/shared/durations';
import { inLocale } from '../../texts/texts';

const relative = inLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));

/**
 * Formats an ISO time as 'today', 'yesterday' or '5 days ago'. The server stores the use of a session once a day, so
 * everything within the last 24 hours is 'today'.
 */
export function formatLastUsed(iso: string, now: number): string {
  const days = Math.max(0, Math.floor((now - Date.parse(iso)) / DAY_MS));
  return relative().format(-days, 'day');
}
