import { PRICE_PER_DAY } from './usage.ts';

/** Lines and cells of docs/cost.md. */

export const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`;

/** A table with its names on the left and figures to the right of them. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  row(...head),
  row('---', ...head.slice(1).map(() => '---:')),
  ...rows.map((cells) => row(...cells)),
];

export const whole = (value: number): string =>
  value < 1 ? value.toFixed(3) : Math.round(value).toLocaleString('en-US');
export const cents = (usd: number): string => `$${usd.toFixed(4)}`;
export const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
export const share = (usd: number): string => `${((100 * usd) / PRICE_PER_DAY).toFixed(1)} %`;
