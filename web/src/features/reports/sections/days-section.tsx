import type { Report, ReportDay } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { formatDay, zoneFormat } from '../../../texts/zone-format';
import { DataTable } from '../../../ui/data-table';
import { DayLink } from '../stored/day-link';
import type { ReportPlace } from '../report-place';
import { type ScreenCells, screenColumns } from '../tables/screen-columns';
import { daysTable } from '../tables/subject-tables';
import { momentOf } from '../report-clock';
import { ReportSection } from './report-section';
import { dayState } from '../report-words';

export interface DaysSectionProps {
  report: Report;
  place: ReportPlace;
}

function daysCells({ report, place }: DaysSectionProps): ScreenCells<ReportDay> {
  const words = reportTexts.reports.days;
  const { heads, dayStates } = reportTexts.tables;
  const { clearTime } = zoneFormat(report.timeZone);
  const moment = momentOf(report);
  const stateOf = (day: ReportDay): string => {
    const { closedAt, revision, isCompacted } = day;
    const state = dayState(day, report.generatedAt);
    if (state !== 'closed') return dayStates[state];
    const closed = words.closed(String(revision), closedAt === null ? '' : moment(closedAt));
    return isCompacted ? `${closed} ${words.compacted}` : closed;
  };
  const highest = Math.max(1, ...report.days.map(({ peak }) => peak));
  return {
    [heads.day]: {
      cell: ({ day }) =>
        report.days.length === 1 ? (
          formatDay(day)
        ) : (
          <DayLink
            place={place}
            day={day}
            revision={null}
            className="inline-flex min-h-6 items-center text-start whitespace-nowrap underline decoration-line-strong underline-offset-4"
          >
            {formatDay(day)}
          </DayLink>
        ),
    },
    [heads.peak]: {
      numeric: false,
      cell: ({ peak, peakAt }) => (
        <span className="grid min-w-36 gap-1">
          <span>
            {peakAt === null
              ? formatCount(peak)
              : reportTexts.reports.facts.at(formatCount(peak), reportTexts.reports.atTime(clearTime(peakAt)))}
          </span>
          <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-sunken">
            <span className="block h-full rounded-full bg-bar-normal" style={{ width: `${(peak / highest) * 100}%` }} />
          </span>
        </span>
      ),
    },
    [heads.revision]: { head: words.state, cell: (day) => <span className="block min-w-40">{stateOf(day)}</span> },
  };
}

/** Lists the days, each with its peak. */
export function DaysSection(props: DaysSectionProps) {
  const { title } = reportTexts.reports.days;
  const table = daysTable(props.report);
  return (
    <ReportSection title={title}>
      <DataTable
        label={title}
        rows={table.rows}
        keyOf={({ day }) => day}
        columns={screenColumns(table, props.report, daysCells(props))}
      />
    </ReportSection>
  );
}
