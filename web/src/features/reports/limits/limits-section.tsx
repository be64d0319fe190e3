import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { countColumn, type DataColumn, DataTable } from '../../../ui/data-table';
import { momentOf } from '../report-clock';
import { formatDuration } from '../report-words';
import { OneLine } from '../sections/one-line';
import { PeriodTable, Place } from '../sections/over-section';
import { ReportSection } from '../sections/report-section';
import { conditionOf, limitPeriodsTable, type LimitVersion, limitVersionsOf } from './limit-tables';

function limitColumns(report: Report, limits: readonly LimitVersion[]): DataColumn<LimitVersion>[] {
  const words = reportTexts.limits;
  const { heads } = reportTexts.tables;
  const moment = momentOf(report);
  const shown = (text: string | null) => <OneLine text={text === null ? '–' : moment(text)} />;
  return [
    {
      head: heads.area,
      cell: ({ name, kind }) => <Place name={name} kind={words.kinds[kind]} />,
    },
    ...(limits.some(({ since }) => since !== null)
      ? [{ head: heads.inForceFrom, cell: ({ since }: LimitVersion) => shown(since) }]
      : []),
    countColumn(words.heads.people, ({ version }) => version.capacity),
    countColumn(words.heads.staff, ({ version }) => version.staff),
    countColumn(words.heads.counted, ({ version }) => version.counted),
    countColumn(words.heads.peak, ({ version }) => version.peak),
    { head: heads.peakAt, cell: ({ version }) => shown(version.peakAt) },
    {
      head: words.heads.timeAbove,
      numeric: true,
      cell: ({ version: { secondsAbove } }) =>
        secondsAbove === 0 ? (
          words.never
        ) : (
          <span className="font-semibold whitespace-normal text-bad">{formatDuration(secondsAbove)}</span>
        ),
    },
    {
      head: words.heads.condition,
      cell: (row) => <span className="block text-pretty sm:min-w-36">{conditionOf(row)}</span>,
    },
  ];
}

/** The limits that authorities have set, and the time above each. Shown only if there are limits. */
export function LimitsSection({ report }: { report: Report }) {
  const words = reportTexts.limits;
  const limits = limitVersionsOf(report);
  if (limits.length === 0) return null;
  return (
    <ReportSection title={words.title} lead={words.lead}>
      <DataTable
        label={words.title}
        rows={limits}
        keyOf={({ areaId, kind, version }) => `${areaId} ${kind} ${version.at}`}
        columns={limitColumns(report, limits)}
        stacks
      />
    </ReportSection>
  );
}

/** The periods above limits. Shown only if there are any. */
export function LimitPeriodsSection({ report }: { report: Report }) {
  const words = reportTexts.limits;
  const periods = limitPeriodsTable(report).rows;
  if (periods.length === 0) return null;
  return (
    <ReportSection title={words.periods}>
      <PeriodTable report={report} label={words.periods} periods={periods} heads={words.heads} />
    </ReportSection>
  );
}
