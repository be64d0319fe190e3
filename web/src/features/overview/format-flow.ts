import { forecastOf, type Rates } from './flow-rates';
import { dialogTexts } from '../../texts/dialog-texts';
import { inLocale } from '../../texts/texts';

/**
 * Rates below this many people per minute are shown with a decimal, because it matters when somebody comes every few
 * minutes.
 */
const TENTHS_BELOW = 10;
const whole = inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const tenths = inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));

/** Formats a rate in people per minute. */
export const formatRate = (rate: number): string => (rate < TENTHS_BELOW ? tenths() : whole()).format(rate);

/**
 * Returns the forecast in a few words. A full area is already marked by its level, so its text says whether more people
 * come than go. A number that may be low says nothing about what will be (docs/product.md, M17).
 * @param lowBy by how many people the occupancy may be low
 */
export function forecastText(rates: Rates, occupancy: number, capacity: number | null, lowBy: number): string {
  if (lowBy > 0) return dialogTexts.overview.forecast.inDoubt;
  const forecast = forecastOf(rates, occupancy, capacity);
  const words = dialogTexts.overview.forecast;
  if (forecast.type === 'full') return rates.ins > rates.outs ? words.filling : words.steady;
  if (forecast.type !== 'full_in') return words[forecast.type];
  return forecast.minutes === 0 ? words.soon : words.fullIn(forecast.minutes);
}
