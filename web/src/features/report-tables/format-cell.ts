import { formatCount } from '../../lib/format';
import { inLocale } from '../../lib/texts';
import { formatDay, zoneFormat } from '../../lib/zone-format';
import type { CellKind } from './table';

const tenths = inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const shares = inLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** Empty cells are not left white on paper: nobody asks whether something is missing. */
const NOTHING = '–';

function formatNumber(kind: CellKind, value: number): string {
  if (kind === 'share') return shares().format(value);
  return kind === 'minutes' ? tenths().format(value) : formatCount(value);
}

/** A value in words for people, moments by the zone's clocks. */
export function formatCell(kind: CellKind, value: string | number | null, timeZone: string): string {
  if (value === null) return NOTHING;
  if (typeof value === 'number') return formatNumber(kind, value);
  if (kind === 'day') return formatDay(value);
  return kind === 'moment' && !Number.isNaN(Date.parse(value)) ? zoneFormat(timeZone).moment(value) : value;
}

/** Numbers stand under one another by their last digit. */
export const isNumeric = (kind: CellKind): boolean =>
  kind === 'count' || kind === 'minutes' || kind === 'seconds' || kind === 'share';
