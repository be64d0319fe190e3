import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { DataTable } from '../../../ui/data-table';
import { formatDuration } from '../report-words';
import { PeriodTable, Place } from '../sections/over-section';
import { ReportSection } from '../sections/report-section';
import { type ScreenCells, screenColumns } from '../tables/screen-columns';
import { conditionOf, limitPeriodsTable, limitsTable, type LimitVersion } from './limit-tables';

function limitCells(): ScreenCells<LimitVersion> {
  const words = reportTexts.limits;
  return {
    [reportTexts.tables.heads.area]: {
      cell: ({ name, kind }) => <Place name={name} kind={words.kinds[kind]} />,
    },
    [words.heads.timeAbove]: {
      cell: ({ version: { secondsAbove } }) =>
        secondsAbove === 0 ? (
          words.never
        ) : (
          <span className="font-semibold whitespace-normal text-bad">{formatDuration(secondsAbove)}</span>
        ),
    },
    [words.heads.condition]: {
      cell: (row) => <span className="block text-pretty sm:min-w-36">{conditionOf(row)}</span>,
    },
  };
}

/** The limits that authorities have set, and the time above each. Shown only if there are limits. */
export function LimitsSection({ report }: { report: Report }) {
  const words = reportTexts.limits;
  const table = limitsTable(report);
  if (table.rows.length === 0) return null;
  return (
    <ReportSection title={words.title} lead={words.lead}>
      <DataTable
        label={words.title}
        rows={table.rows}
        keyOf={({ areaId, kind, version }) => `${areaId} ${kind} ${version.at}`}
        columns={screenColumns(table, report, limitCells())}
        stacks
      />
    </ReportSection>
  );
}

/** The periods above limits. Shown only if there are any. */
export function LimitPeriodsSection({ report }: { report: Report }) {
  const words = reportTexts.limits;
  const table = limitPeriodsTable(report);
  if (table.rows.length === 0) return null;
  return (
    <ReportSection title={words.periods}>
      <PeriodTable report={report} label={words.periods} table={table} />
    </ReportSection>
  );
}
