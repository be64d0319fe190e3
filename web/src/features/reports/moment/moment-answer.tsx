import type { MomentSubject, OccupancyAt } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { zoneFormat } from '../../../texts/zone-format';
import { type DataColumn, DataTable } from '../../../ui/data-table';
import { formatCell } from '../tables/format-cell';

type Row = MomentSubject & { key: string; name: string };

/** The share of the capacity with a decimal: 99.9 % is not full. */
const shareOf = (percent: number | null, timeZone: string): string =>
  formatCell('share', percent, { timeZone, year: null });

function insideText({ occupancy, lowest, highest }: MomentSubject): string {
  if (occupancy !== null) return formatCount(occupancy);
  return reportTexts.moment.range(formatCount(lowest), formatCount(highest));
}

function venueText({ at, timeZone, venue }: OccupancyAt): string {
  const words = reportTexts.moment;
  const moment = zoneFormat(timeZone).moment(at, { withYear: true, withSeconds: true });
  const { occupancy, lowest, highest, capacity, percent } = venue;
  if (occupancy === null) return words.between(moment, formatCount(lowest), formatCount(highest));
  const people = words.people(moment, formatCount(occupancy));
  return capacity === null ? people : `${people}, ${words.share(shareOf(percent, timeZone), formatCount(capacity))}`;
}

function lateText({ precision, venue: { knownThen, late } }: OccupancyAt): string | null {
  const words = reportTexts.moment;
  if (precision === 'fiveMinutes') return null;
  if (late === null || knownThen === null) return words.notKept;
  if (late.ins === 0 && late.outs === 0 && late.change === 0) return words.noneLate;
  return words.late(formatCount(knownThen), formatCount(late.ins), formatCount(late.outs));
}

function columnsOf({ precision, timeZone }: OccupancyAt): DataColumn<Row>[] {
  const words = reportTexts.moment;
  const { heads } = reportTexts.tables;
  const count = (value: number | null): string => formatCell('count', value, { timeZone, year: null });
  return [
    { head: heads.area, cell: ({ name }) => name },
    { head: words.inside, numeric: true, cell: insideText },
    { head: heads.capacity, numeric: true, cell: ({ capacity }) => count(capacity) },
    { head: heads.share, numeric: true, cell: ({ percent }) => shareOf(percent, timeZone) },
    ...(precision === 'fiveMinutes'
      ? []
      : [{ head: words.shownThen, numeric: true, cell: ({ knownThen }: Row) => count(knownThen) }]),
  ];
}

/** Shows how many people were inside the venue and each area, and what screens showed at the moment itself. */
export function MomentAnswer({ answer }: { answer: OccupancyAt }) {
  const words = reportTexts.moment;
  const late = lateText(answer);
  const rows: Row[] = [
    { ...answer.venue, key: '', name: reportTexts.tables.venue },
    ...answer.areas.map((area) => ({ ...area, key: area.areaId, name: area.areaName })),
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div role="status" className="grid gap-1">
        <p className="text-lg font-semibold">{venueText(answer)}</p>
        {late !== null && <p className="max-w-prose text-sm text-pretty text-muted">{late}</p>}
        {answer.precision === 'fiveMinutes' && (
          <p className="max-w-prose text-sm text-pretty text-muted">{words.fiveMinutes}</p>
        )}
      </div>
      <DataTable label={words.table} rows={rows} keyOf={({ key }) => key} columns={columnsOf(answer)} />
    </div>
  );
}
