import { occupancyPercent } from '../../../ui/occupancy-level';
import { isLimited } from '../../../../../src/shared/sealed/verdict';
import type { Report, ReportSubject } from '../../../../../src/shared/schemas/report';
import { formatCount, formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { zoneFormat } from '../../../texts/zone-format';
import { countColumn, type DataColumn, DataTable } from '../../../ui/data-table';
import { type NamedSubject, subjectsOf } from '../tables/subject-tables';
import { secondsAbove } from '../tables/subject-figures';
import { momentOf } from '../report-clock';
import { ReportSection } from './report-section';
import { capacityAtPeak, capacityThen, formatDuration } from '../report-words';

export interface AreasSectionProps {
  report: Report;
  /** Shows the chart of the area, or of the venue for null. */
  onChoose: (areaId: string | null) => void;
}

function areasColumns({ report, onChoose }: AreasSectionProps): DataColumn<NamedSubject>[] {
  const words = reportTexts.reports;
  const { heads } = reportTexts.tables;
  const when = report.days.length === 1 ? zoneFormat(report.timeZone).clearTime : momentOf(report);
  const duration = (head: string, secondsOf: (of: ReportSubject) => number, bad = false): DataColumn<NamedSubject> => ({
    head,
    numeric: true,
    cell: ({ subject: of }) => (
      <span className={bad && secondsOf(of) > 0 ? 'font-semibold text-bad' : undefined}>
        {isLimited(of) ? formatDuration(secondsOf(of)) : '–'}
      </span>
    ),
  });
  return [
    {
      head: heads.area,
      cell: ({ areaId, name }) => (
        <button
          type="button"
          onClick={() => onChoose(areaId)}
          className="min-h-6 text-left underline decoration-line-strong underline-offset-4"
        >
          {name}
        </button>
      ),
    },
    {
      head: heads.peak,
      numeric: true,
      cell: ({ subject: of }) => {
        const capacity = capacityAtPeak(of);
        const share = capacity === null ? null : formatPercent(occupancyPercent(of.peak, capacity));
        return (
          <span className="grid">
            <span className="font-semibold">{formatCount(of.peak)}</span>
            {of.peakAt !== null && (
              <span className="text-xs text-muted">
                {share === null ? when(of.peakAt) : `${share}, ${when(of.peakAt)}`}
              </span>
            )}
          </span>
        );
      },
    },
    countColumn(heads.capacityThen, ({ subject: of }) => capacityThen(of) || null),
    countColumn(heads.ins, ({ subject: of }) => of.ins),
    countColumn(heads.outs, ({ subject: of }) => of.outs),
    countColumn(heads.closing, ({ subject: of }) => of.closing),
    duration(words.areas.above75, (of) => secondsAbove(of).above75),
    duration(words.areas.above90, (of) => secondsAbove(of).above90),
    duration(words.areas.above100, (of) => secondsAbove(of).above100, true),
  ];
}

/** Compares the venue and all areas in one table. */
export function AreasSection(props: AreasSectionProps) {
  const words = reportTexts.reports.areas;
  return (
    <ReportSection title={words.title} lead={words.lead}>
      <DataTable
        label={words.title}
        rows={subjectsOf(props.report)}
        keyOf={({ areaId }) => areaId ?? ''}
        columns={areasColumns(props)}
      />
    </ReportSection>
  );
}
