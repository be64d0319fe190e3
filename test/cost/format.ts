import { PRICE_PER_DAY } from './usage.ts';

/** Cells of docs/cost.md. */

export const whole = (value: number): string =>
  value < 1 ? value.toFixed(3) : Math.round(value).toLocaleString('en-US');
export const cents = (usd: number): string => `$${usd.toFixed(4)}`;
export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
export const share = (usd: number): string => `${((100 * usd) / PRICE_PER_DAY).toFixed(1)} %`;
