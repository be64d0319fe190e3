import { formatCount } from '../../../texts/format';
import { inLocale } from '../../../texts/texts';
import { formatDay, zoneFormat } from '../../../texts/zone-format';
import { formatDuration } from '../report-words';
import type { Report } from '../../../../../src/shared/schemas/report';
import type { CellKind } from './table';

const tenths = inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const shares = inLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** Empty cells are not left blank on paper, so that nobody asks whether something is missing. */
const NOTHING = '–';

function formatNumber(kind: CellKind, value: number): string {
  if (kind === 'share') return shares().format(value);
  if (kind === 'duration') return formatDuration(value);
  return kind === 'minutes' ? tenths().format(value) : formatCount(value);
}

/** The time zone of moments. */
export interface CellClock {
  timeZone: string;
  /** The year that is omitted; null for none. */
  year: string | null;
}

const yearOf = (day: string): string => day.slice(0, 4);

/** The year in a report's head holds for all moments, unless its days are of two years. */
export const clockOf = ({ timeZone, from, to }: Report): CellClock => ({
  timeZone,
  year: yearOf(from) === yearOf(to) ? yearOf(from) : null,
});

export const isMoment = (kind: CellKind): boolean => kind === 'moment' || kind === 'exactMoment';

/** A value in words for people, moments in the zone's local time. */
export function formatCell(kind: CellKind, value: string | number | null, clock: CellClock): string {
  if (value === null) return NOTHING;
  if (typeof value === 'number') return formatNumber(kind, value);
  if (kind === 'day') return formatDay(value);
  if (!isMoment(kind) || Number.isNaN(Date.parse(value))) return value;
  const { moment, year } = zoneFormat(clock.timeZone);
  return moment(value, { withYear: year(value) !== clock.year, withSeconds: kind === 'exactMoment' });
}

/** Numbers are aligned by their last digit. */
export const isNumeric = (kind: CellKind): boolean =>
  kind === 'count' || kind === 'minutes' || kind === 'seconds' || kind === 'duration' || kind === 'share';
