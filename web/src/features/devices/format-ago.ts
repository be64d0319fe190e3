import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/shared/limits';
import { inLocale } from '../../texts/texts';

const relative = inLocale((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/**
 * 'now', '5 min. ago', 'yesterday': whole units, rounded down. A device's clock may be behind the server's: that is
 * 'now', too.
 */
export function formatAgo(iso: string, now: number): string {
  const agoMs = now - Date.parse(iso);
  for (const [unit, unitMs] of UNITS) {
    if (agoMs >= unitMs) return relative().format(-Math.floor(agoMs / unitMs), unit);
  }
  return relative().format(0, 'second');
}
