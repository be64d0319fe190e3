import { forecastOf, type Rates } from './flow-rates';
import { dialogTexts } from '../../texts/dialog-texts';
import { inLocale } from '../../texts/texts';

/** Tenths of a person matter when somebody comes every few minutes. */
const TENTHS_BELOW = 10;
const whole = inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));
const tenths = inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));

/** People per minute. */
export const formatRate = (rate: number): string => (rate < TENTHS_BELOW ? tenths() : whole()).format(rate);

/** The forecast in a few words. For a full area, whose level says so, whether still more people come than go. */
export function forecastText(rates: Rates, occupancy: number, capacity: number | null): string {
  const forecast = forecastOf(rates, occupancy, capacity);
  const words = dialogTexts.overview.forecast;
  if (forecast.type === 'full') return rates.ins > rates.outs ? words.filling : words.steady;
  if (forecast.type !== 'full_in') return words[forecast.type];
  return forecast.minutes === 0 ? words.soon : words.fullIn(forecast.minutes);
}
