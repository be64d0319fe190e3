import { DAY_MS } from '../../../../../src/shared/durations';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { inLocale } from '../../../texts/texts';

const money = inLocale((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }));
const moments = inLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }));
/** A business day is a calendar date that does not depend on the device's time zone, so it is formatted in UTC. */
const days = inLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }));

const names = inLocale((locale) => new Intl.Collator(locale, { numeric: true }));

type Named = Pick<Usage['events'][number], 'eventName'>;

/** Sorts 'Night 2' before 'Night 10', and events without a name last. */
export const byEventName = ({ eventName: one }: Named, { eventName: other }: Named): number =>
  Number(one === '') - Number(other === '') || names().compare(one, other);

/** Formats an amount: '$9.00'. */
export const formatMoney = (cents: number): string => money().format(cents / 100);

/** Formats an ISO time on the device's clock: 'Nov 27'. */
export const formatDate = (iso: string): string => moments().format(new Date(iso));

/** Formats a period between two ISO times on the device's clock: 'Nov 13 – Dec 13'. */
export const formatPeriod = (startsAt: string, endsAt: string): string =>
  moments().formatRange(new Date(startsAt), new Date(endsAt));

/** Formats sorted business days (YYYY-MM-DD): 'Nov 20, Nov 22 – 24'. Consecutive days become one range. */
export function formatDays(dates: readonly string[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const date of dates) {
    const day = Date.parse(date);
    const run = runs.at(-1);
    if (run && day - run.last === DAY_MS) run.last = day;
    else runs.push({ first: day, last: day });
  }
  const shown = runs.map(({ first, last }) =>
    first === last ? days().format(first) : days().formatRange(first, last),
  );
  // Non-breaking spaces let a line break between dates but not within a date.
  return shown.map((text) => text.replaceAll(/\s/g, '\u00a0')).join(', ');
}
