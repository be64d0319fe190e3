import { formatCount, formatPercent } from '../../../texts/format';
import { formatDay, zoneFormat } from '../../../texts/zone-format';
import { formatDuration } from '../report-words';
import type { Report } from '../../../../../src/shared/schemas/report';
import type { CellKind } from './table';

/** The text of an empty cell. On paper a blank cell would look as if something were missing. */
const NOTHING = '–';

function formatNumber(kind: CellKind, value: number): string {
  if (kind === 'share') return formatPercent(value);
  return kind === 'duration' ? formatDuration(value) : formatCount(value);
}

/** How moments are written. */
export interface CellClock {
  timeZone: string;
  /** The year that is left out; null if all years are written. */
  year: string | null;
}

const yearOf = (day: string): string => day.slice(0, 4);

/**
 * Returns the time zone and the year to leave out. The year is in the report's head, unless its days are in two years.
 */
export const clockOf = ({ timeZone, from, to }: Report): CellClock => ({
  timeZone,
  year: yearOf(from) === yearOf(to) ? yearOf(from) : null,
});

export const isMoment = (kind: CellKind): boolean => kind === 'moment' || kind === 'exactMoment';

/** Formats a value for people. Moments are in the local time of the zone. */
export function formatCell(kind: CellKind, value: string | number | null, clock: CellClock): string {
  if (value === null) return NOTHING;
  if (typeof value === 'number') return formatNumber(kind, value);
  if (kind === 'day') return formatDay(value);
  if (!isMoment(kind) || Number.isNaN(Date.parse(value))) return value;
  const { moment, year } = zoneFormat(clock.timeZone);
  return moment(value, { withYear: year(value) !== clock.year, withSeconds: kind === 'exactMoment' });
}

/** Whether a column contains numbers, which are aligned on the right. */
export const isNumeric = (kind: CellKind): boolean => kind === 'count' || kind === 'duration' || kind === 'share';
