import type { ReactNode } from 'react';
import { isLimited } from '../../../../../src/shared/sealed/verdict';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { DataTable } from '../../../ui/data-table';
import { CircleCheck } from '../../../ui/icons/reports';
import { overTable, type OverPeriod, subjectsOf } from '../tables/subject-tables';
import { screenColumns } from '../tables/screen-columns';
import type { Table } from '../tables/table';
import { useFirstRows } from './use-first-rows';
import { ReportSection } from './report-section';

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

export interface PeriodTableProps<Row> {
  report: Report;
  label: string;
  table: Table<Row>;
  /** What stands before the button that shows all periods. */
  children?: ReactNode;
}

const placeOf = ({ name, kind }: Period): ReactNode => (kind === undefined ? name : <Place name={name} kind={kind} />);

/** Lists periods above a capacity or a limit. */
export function PeriodTable<Row extends Period>({ report, label, table, children }: PeriodTableProps<Row>) {
  const { showAll, peakOf } = reportTexts.reports.over;
  const { heads } = reportTexts.tables;
  const { shown, more } = useFirstRows(table.rows, PERIODS_AT_ONCE, showAll);
  const peak = { cell: (row: Row) => peakOf(formatCount(row.peak), formatCount(row.capacity)) };
  return (
    <>
      <DataTable
        label={label}
        rows={shown}
        keyOf={({ areaId, kind, from }) => `${areaId} ${kind} ${from}`}
        columns={screenColumns(table, report, {
          [heads.area]: { cell: placeOf },
          [heads.worst]: peak,
          [reportTexts.limits.heads.peak]: peak,
        })}
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
  const table = overTable(report);
  const periods = table.rows.toSorted((a, b) => a.from.localeCompare(b.from));
  const limited = subjectsOf(report).some(({ subject }) => isLimited(subject));
  return (
    <ReportSection title={words.title} lead={periods.length > 0 && reportTexts.tables.timeAboveIs}>
      {periods.length === 0 ? (
        <p className="flex items-center gap-2">
          {limited && <CircleCheck size={20} className="shrink-0 text-good" />}
          {limited ? words.none : words.noLimit}
        </p>
      ) : (
        <PeriodTable report={report} label={words.title} table={{ ...table, rows: periods }}>
          {report.overCapacityLeftOut > 0 && (
            <p className="text-sm text-muted">{words.leftOut(formatCount(report.overCapacityLeftOut))}</p>
          )}
        </PeriodTable>
      )}
    </ReportSection>
  );
}
