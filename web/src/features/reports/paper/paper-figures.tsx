import { isLimited } from '../../../../../src/shared/sealed/verdict';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { clockOf, formatCell } from '../tables/format-cell';
import { atMoment, changesText } from '../report-clock';
import { capacityThen } from '../report-words';
import { secondsAbove } from '../tables/subject-figures';
import { guestsLeftOf } from '../tables/venue-capacity';

interface Figure {
  label: string;
  value: string;
  note?: string;
}

function figuresOf(report: Report): Figure[] {
  const { venue } = report;
  const { heads } = reportTexts.tables;
  const words = reportTexts.paper;
  const clock = clockOf(report);
  const { peak, peakAt } = venue;
  const capacity = capacityThen(venue);
  const above = isLimited(venue) ? secondsAbove(venue) : null;
  // Where the staff that is taken off came from is known of the newest capacity alone.
  const origin = changesText(report, venue) ?? guestsLeftOf(report);
  return [
    { label: heads.ins, value: formatCount(venue.ins) },
    { label: heads.outs, value: formatCount(venue.outs) },
    {
      label: heads.peak,
      value: formatCount(peak),
      ...(peakAt !== null && { note: atMoment(report, peakAt) }),
    },
    { label: heads.closing, value: formatCount(venue.closing) },
    {
      label: heads.guestsThen,
      value: capacity ? formatCount(capacity) : words.noLimit,
      ...(origin !== null && { note: origin }),
    },
    { label: heads.above75, value: formatCell('duration', above?.above75 ?? null, clock) },
    { label: heads.above90, value: formatCell('duration', above?.above90 ?? null, clock) },
    { label: heads.above100, value: formatCell('duration', above?.above100 ?? null, clock) },
  ];
}

/** Shows the key figures of the venue in large type. */
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
