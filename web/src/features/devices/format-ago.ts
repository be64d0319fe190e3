import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/shared/durations';
import { dialogTexts } from '../../texts/dialog-texts';
import { inLocale } from '../../texts/texts';

const relative = inLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));
const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/**
 * Formats the time since an ISO time: 'Just now', '5 min. ago', 'yesterday'. Units are whole and rounded down. If the
 * device's clock is behind the server's, the result is 'Just now'.
 */
export function formatAgo(iso: string, now: number): string {
  const agoMs = now - Date.parse(iso);
  for (const [unit, unitMs] of UNITS) {
    if (agoMs >= unitMs) return relative().format(-Math.floor(agoMs / unitMs), unit);
  }
  return dialogTexts.deviceList.justNow;
}
