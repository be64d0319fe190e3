import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { countColumn, type DataColumn, DataTable } from '../../../ui/data-table';
import { momentOf } from '../report-clock';
import { formatDuration } from '../report-words';
import { OneLine } from '../sections/one-line';
import { useFirstRows } from '../sections/use-first-rows';
import { ReportSection } from '../sections/report-section';
import { conditionOf, type LimitPeriod, limitPeriodsTable, type LimitVersion, limitVersionsOf } from './limit-tables';

/** The number of periods shown at first, as for the periods above the capacity. */
const PERIODS_AT_ONCE = 50;

function limitColumns(report: Report, limits: readonly LimitVersion[]): DataColumn<LimitVersion>[] {
  const words = reportTexts.limits;
  const { heads } = reportTexts.tables;
  const moment = momentOf(report);
  const shown = (text: string | null) => <OneLine text={text === null ? '–' : moment(text)} />;
  return [
    {
      head: heads.area,
      cell: ({ name, kind }) => (
        <span className="grid">
          {name}
          <span className="text-xs font-normal text-muted">{words.kinds[kind]}</span>
        </span>
      ),
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

function periodColumns(report: Report): DataColumn<LimitPeriod>[] {
  const { heads, goesOn } = reportTexts.tables;
  const words = reportTexts.limits.heads;
  const moment = momentOf(report);
  const shown = (text: string) => <OneLine text={text} />;
  return [
    {
      head: heads.area,
      cell: ({ name, kind }) => (
        <span className="grid">
          {name}
          <span className="text-xs font-normal text-muted">{kind}</span>
        </span>
      ),
    },
    { head: heads.from, cell: ({ from }) => shown(moment(from)) },
    { head: heads.to, cell: ({ to }) => shown(to === null ? goesOn : moment(to)) },
    { head: words.timeAbove, numeric: true, cell: ({ seconds }) => shown(formatDuration(seconds)) },
    {
      head: words.peak,
      numeric: true,
      cell: ({ peak, capacity }) => reportTexts.reports.over.peakOf(formatCount(peak), formatCount(capacity)),
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
  const { shown, more } = useFirstRows(periods, PERIODS_AT_ONCE, reportTexts.reports.over.showAll);
  if (periods.length === 0) return null;
  return (
    <ReportSection title={words.periods}>
      <DataTable
        label={words.periods}
        rows={shown}
        keyOf={({ areaId, kind, from }) => `${areaId} ${kind} ${from}`}
        columns={periodColumns(report)}
        stacks
      />
      {more}
    </ReportSection>
  );
}
