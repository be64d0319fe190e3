import { occupancyPercent } from '../../../ui/occupancy-level';
import { isLimited } from '../../../../../src/shared/sealed/verdict';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount, formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { zoneFormat } from '../../../texts/zone-format';
import { DataTable } from '../../../ui/data-table';
import { type ScreenCells, screenColumns } from '../tables/screen-columns';
import { type NamedSubject, subjectsTable } from '../tables/subject-tables';
import { secondsAbove } from '../tables/subject-figures';
import { momentOf } from '../report-clock';
import { ReportSection } from './report-section';
import { capacityAtPeak, formatDuration } from '../report-words';

export interface AreasSectionProps {
  report: Report;
  /** Shows the chart of the area, or of the venue for null. */
  onChoose: (areaId: string | null) => void;
}

function areasCells({ report, onChoose }: AreasSectionProps): ScreenCells<NamedSubject> {
  const words = reportTexts.reports.areas;
  const { heads } = reportTexts.tables;
  const when = report.days.length === 1 ? zoneFormat(report.timeZone).clearTime : momentOf(report);
  return {
    [heads.area]: {
      cell: ({ areaId, name }) => (
        <button
          type="button"
          onClick={() => onChoose(areaId)}
          className="min-h-6 text-start underline decoration-line-strong underline-offset-4"
        >
          {name}
        </button>
      ),
    },
    [heads.peak]: {
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
    [heads.above75]: { head: words.above75 },
    [heads.above90]: { head: words.above90 },
    [heads.above100]: {
      head: words.above100,
      cell: ({ subject: of }) => {
        const { above100 } = secondsAbove(of);
        return (
          <span className={above100 > 0 ? 'font-semibold text-bad' : undefined}>
            {isLimited(of) ? formatDuration(above100) : '–'}
          </span>
        );
      },
    },
  };
}

/** Compares the venue and all areas in one table. */
export function AreasSection(props: AreasSectionProps) {
  const words = reportTexts.reports.areas;
  const table = subjectsTable(props.report);
  return (
    <ReportSection title={words.title} lead={words.lead}>
      <DataTable
        label={words.title}
        rows={table.rows}
        keyOf={({ areaId }) => areaId ?? ''}
        columns={screenColumns(table, props.report, areasCells(props))}
      />
    </ReportSection>
  );
}
