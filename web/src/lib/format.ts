import { HOUR_MS } from '../../../src/shared/limits';
import { texts } from './texts';

export const LOCALE = 'en-US';
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

function partsOf(date: Date): { day: string; time: string } {
  const part = Object.fromEntries(moments.formatToParts(date).map(({ type, value }) => [type, value]));
  return { day: `${part.month} ${part.day}`, time: `${part.hour}:${part.minute}` };
}

/** 'Nov 20 18:04' on the device's clock; 'N/A' when missing (spec section 2). */
export function formatMoment(iso: string | null): string {
  const date = new Date(iso ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return texts.card.never;
  const { day, time } = partsOf(date);
  return `${day} ${time}`;
}

/** A night out: within it, a time says which day is meant. */
const RECENT_MS = 12 * HOUR_MS;

/** '23:58' for a moment of the last hours, midnight or not; 'Nov 20 23:58' for an older one. Both in epoch ms. */
export function formatRecent(at: number, now = Date.now()): string {
  const { day, time } = partsOf(new Date(at));
  return now - at < RECENT_MS ? time : `${day} ${time}`;
}
