import type { ReactNode } from 'react';
import { isLimited } from '../../../../../src/shared/sealed/verdict';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { type DataColumn, DataTable } from '../../../ui/data-table';
import { CircleCheck } from '../../../ui/icons/reports';
import { overTable, type OverPeriod, subjectsOf } from '../tables/subject-tables';
import { momentOf } from '../report-clock';
import { useFirstRows } from './use-first-rows';
import { OneLine } from './one-line';
import { ReportSection } from './report-section';
import { formatDuration } from '../report-words';

/** The number of periods shown at first. */
const PERIODS_AT_ONCE = 50;

/** The place of a number; below it the kind of the limit that the number is about. */
export const Place = ({ name, kind }: { name: string; kind: string }) => (
  <span className="grid">
    {name}
    <span className="text-xs font-normal text-muted">{kind}</span>
  </span>
);

interface Period extends OverPeriod {
  /** The kind of the limit; undefined for the capacity. */
  kind?: string;
}

export interface PeriodTableProps {
  report: Report;
  label: string;
  periods: readonly Period[];
  heads: { timeAbove: string; peak: string };
  /** What stands before the button that shows all periods. */
  children?: ReactNode;
}

function periodColumns(report: Report, { timeAbove, peak }: PeriodTableProps['heads']): DataColumn<Period>[] {
  const { heads, goesOn } = reportTexts.tables;
  const { peakOf } = reportTexts.reports.over;
  const moment = momentOf(report);
  return [
    {
      head: heads.area,
      cell: ({ name, kind }) => (kind === undefined ? name : <Place name={name} kind={kind} />),
    },
    { head: heads.from, cell: ({ from }) => <OneLine text={moment(from)} /> },
    { head: heads.to, cell: ({ to }) => <OneLine text={to === null ? goesOn : moment(to)} /> },
    { head: timeAbove, numeric: true, cell: ({ seconds }) => <OneLine text={formatDuration(seconds)} /> },
    { head: peak, numeric: true, cell: (row) => peakOf(formatCount(row.peak), formatCount(row.capacity)) },
  ];
}

/** Lists periods above a capacity or a limit. */
export function PeriodTable({ report, label, periods, heads, children }: PeriodTableProps) {
  const { shown, more } = useFirstRows(periods, PERIODS_AT_ONCE, reportTexts.reports.over.showAll);
  return (
    <>
      <DataTable
        label={label}
        rows={shown}
        keyOf={({ areaId, kind, from }) => `${areaId} ${kind} ${from}`}
        columns={periodColumns(report, heads)}
        stacks
      />
      {children}
      {more}
    </>
  );
}

/** Lists the periods in which more people were inside than the capacity allows. */
export function OverSection({ report }: { report: Report }) {
  const words = reportTexts.reports.over;
  const { heads } = reportTexts.tables;
  const periods = overTable(report).rows.toSorted((a, b) => a.from.localeCompare(b.from));
  const limited = subjectsOf(report).some(({ subject }) => isLimited(subject));
  return (
    <ReportSection title={words.title} lead={periods.length > 0 && reportTexts.tables.timeAboveIs}>
      {periods.length === 0 ? (
        <p className="flex items-center gap-2">
          {limited && <CircleCheck aria-hidden size={20} className="shrink-0 text-good" />}
          {limited ? words.none : words.noLimit}
        </p>
      ) : (
        <PeriodTable
          report={report}
          label={words.title}
          periods={periods}
          heads={{ timeAbove: heads.timeAbove, peak: heads.worst }}
        >
          {report.overCapacityLeftOut > 0 && (
            <p className="text-sm text-muted">{words.leftOut(formatCount(report.overCapacityLeftOut))}</p>
          )}
        </PeriodTable>
      )}
    </ReportSection>
  );
}
