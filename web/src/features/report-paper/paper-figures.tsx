import type { Report } from '../../../../src/shared/schemas/report';
import { formatCount } from '../../lib/format';
import { reportTexts } from '../../lib/report-texts';
import { zoneFormat } from '../../lib/zone-format';
import { formatCell } from '../report-tables/format-cell';

interface Figure {
  label: string;
  value: string;
  note?: string;
}

function figuresOf({ venue, timeZone }: Report): Figure[] {
  const { heads } = reportTexts.tables;
  const words = reportTexts.paper;
  const { moment } = zoneFormat(timeZone);
  const { capacity, peak, peakAt, minutesAbove } = venue;
  return [
    { label: heads.ins, value: formatCount(venue.ins) },
    { label: heads.outs, value: formatCount(venue.outs) },
    {
      label: heads.peak,
      value: formatCount(peak),
      ...(peakAt !== null && { note: words.peakAt(moment(peakAt)) }),
    },
    { label: heads.closing, value: formatCount(venue.closing) },
    { label: heads.capacity, value: capacity ? formatCount(capacity) : words.noLimit },
    { label: heads.above75, value: formatCell('minutes', minutesAbove.above75, timeZone) },
    { label: heads.above90, value: formatCell('minutes', minutesAbove.above90, timeZone) },
    { label: heads.above100, value: formatCell('minutes', minutesAbove.above100, timeZone) },
  ];
}

/** The venue's figures, large. */
export function PaperFigures({ report }: { report: Report }) {
  return (
    <dl className="paper-figures">
      {figuresOf(report).map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note !== undefined && <dd>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
