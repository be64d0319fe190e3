import { texts } from './texts';

const LOCALE = 'en-US';
const counts = new Intl.NumberFormat(LOCALE);
const percents = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const moments = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export const formatCount = (count: number): string => counts.format(count);

/** Rounded down, so that 99.9 % never reads as full. */
export const formatPercent = (percent: number): string => `${percents.format(Math.floor(percent))}%`;

/** 'Nov 20 18:04' on the device's clock; 'N/A' when missing (spec section 2). */
export function formatMoment(iso: string | null): string {
  const date = new Date(iso ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return texts.card.never;
  const part = Object.fromEntries(moments.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${part.month} ${part.day} ${part.hour}:${part.minute}`;
}
