import { DAY_MS } from '../../../../../src/shared/limits';
import type { Usage } from '../../../../../src/shared/schemas/billing';
import { inLocale } from '../../../texts/texts';

const money = inLocale((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }));
const moments = inLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' }));
/** A business day is a date, wherever the device is. */
const days = inLocale((locale) => new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' }));

const names = inLocale((locale) => new Intl.Collator(locale, { numeric: true }));

type Named = Pick<Usage['events'][number], 'eventName'>;

/** Sorts by name: "Night 2" comes before "Night 10", and events without a name come last. */
export const byEventName = ({ eventName: one }: Named, { eventName: other }: Named): number =>
  Number(one === '') - Number(other === '') || names().compare(one, other);

/** '$9.00'. */
export const formatMoney = (cents: number): string => money().format(cents / 100);

/** 'Nov 27' on the device's clock, of an ISO moment. */
export const formatDate = (iso: string): string => moments().format(new Date(iso));

/** 'Nov 13 – Dec 13' on the device's clock, of ISO moments. */
export const formatPeriod = (startsAt: string, endsAt: string): string =>
  moments().formatRange(new Date(startsAt), new Date(endsAt));

/** 'Nov 20, Nov 22 – 24': business days YYYY-MM-DD, in order. Consecutive days become one range. */
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
  // Lines break between dates, not within them.
  return shown.map((text) => text.replaceAll(/\s/g, '\u00a0')).join(', ');
}
