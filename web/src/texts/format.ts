import { HOUR_MS } from '../../../src/shared/durations';
import { roundedShare } from '../../../src/shared/sealed/rounded-share';
import { inLocale, isRightToLeft, texts } from './texts';

const counts = inLocale((locale) => new Intl.NumberFormat(locale));
const percents = inLocale((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
const days = inLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }));
const times = inLocale(
  (locale) => new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
);

export const formatCount = (count: number): string => counts().format(count);

/** Formats what became of something: '5 → 7', 'Bar → Yard'. Each side keeps its own direction. */
export const formatChange = (from: string, to: string): string =>
  isRightToLeft() ? `\u2068${from}\u2069 ← \u2068${to}\u2069` : `${from} → ${to}`;

/** @param percent not rounded */
export const formatPercent = (percent: number): string => percents().format(roundedShare(percent) / 100);

const formatMomentOf = (date: Date): string => `${days().format(date)} ${times().format(date)}`;

/**
 * Formats an ISO time on the device's clock: 'Nov 20 18:04', in German '20. Nov. 18:04'. Null becomes 'N/A'
 * (docs/product.md, D8).
 */
export function formatMoment(iso: string | null): string {
  const date = new Date(iso ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? texts.card.never : formatMomentOf(date);
}

/** Returns the IANA time zone of the device. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time within this many ms needs no date. */
const RECENT_MS = 12 * HOUR_MS;

/**
 * Formats a time of the last 12 hours as '23:58', even across midnight, and an older time as 'Nov 20 23:58'. Both
 * parameters are in epoch ms.
 */
export function formatRecent(at: number, now = Date.now()): string {
  return now - at < RECENT_MS ? times().format(at) : formatMomentOf(new Date(at));
}

/**
 * Creates the formats of the first pads, each in its own task. The first use of Intl takes a slow phone 60 ms
 * (docs/testing.md). That must not happen in the middle of the first screen.
 */
export function prepareFormats(): void {
  for (const prepare of [counts, percents, days, times]) setTimeout(prepare);
}
