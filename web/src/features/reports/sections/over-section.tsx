import { isLimited } from '../../../../../src/shared/reports/verdict';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { type DataColumn, DataTable } from '../../../ui/data-table';
import { CircleCheck } from '../../../ui/icons/reports';
import { overTable, type OverPeriod, subjectsOf } from '../tables/subject-tables';
import { momentOf } from '../report-clock';
import { useFirstRows } from './use-first-rows';
import { ReportSection } from './report-section';
import { formatDuration } from '../report-words';

/** The number of periods shown at first. */
const PERIODS_AT_ONCE = 50;

function overColumns(report: Report): DataColumn<OverPeriod>[] {
  const words = reportTexts.reports.over;
  const { heads } = reportTexts.tables;
  const moment = momentOf(report);
  return [
    { head: heads.area, cell: ({ name }) => name },
    { head: heads.from, cell: ({ from }) => <span className="whitespace-nowrap">{moment(from)}</span> },
    {
      head: heads.to,
      cell: ({ to }) => (
        <span className="whitespace-nowrap">{to === null ? reportTexts.tables.goesOn : moment(to)}</span>
      ),
    },
    {
      head: heads.timeAbove,
      numeric: true,
      cell: ({ seconds }) => <span className="whitespace-nowrap">{formatDuration(seconds)}</span>,
    },
    {
      head: heads.worst,
      numeric: true,
      cell: ({ peak, capacity }) => words.peakOf(formatCount(peak), formatCount(capacity)),
    },
  ];
}

/** Lists the periods in which more people were inside than the capacity allows. */
export function OverSection({ report }: { report: Report }) {
  const words = reportTexts.reports.over;
  const periods = overTable(report).rows.toSorted((a, b) => a.from.localeCompare(b.from));
  const { shown, more } = useFirstRows(periods, PERIODS_AT_ONCE, words.showAll);
  const limited = subjectsOf(report).some(({ subject }) => isLimited(subject));
  return (
    <ReportSection title={words.title} lead={periods.length > 0 && reportTexts.tables.timeAboveIs}>
      {periods.length === 0 ? (
        <p className="flex items-center gap-2">
          {limited && <CircleCheck aria-hidden size={20} className="shrink-0 text-good" />}
          {limited ? words.none : words.noLimit}
        </p>
      ) : (
        <DataTable
          label={words.title}
          rows={shown}
          keyOf={({ areaId, from }) => `${areaId} ${from}`}
          columns={overColumns(report)}
          stacks
        />
      )}
      {report.overCapacityLeftOut > 0 && (
        <p className="text-sm text-muted">{words.leftOut(formatCount(report.overCapacityLeftOut))}</p>
      )}
      {more}
    </ReportSection>
  );
}
