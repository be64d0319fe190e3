import type { Report, ReportLimit } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { type OverPeriod, subjectsOf } from '../tables/subject-tables';
import type { Column, Table } from '../tables/table';

/** One limit of an area or the venue. */
export interface NamedLimit {
  /** The id of the area; null for the venue. */
  areaId: string | null;
  name: string;
  limit: ReportLimit;
  /** The newest version of the limit that has a number: a limit may have been removed at the end. */
  version: ReportLimit['history'][number];
}

const kindOf = ({ kind }: ReportLimit): string => reportTexts.limits.kinds[kind];

/** Returns the limits of the venue and its areas; none if authorities have set no limit. */
export const limitsOf = (report: Report): NamedLimit[] =>
  subjectsOf(report).flatMap(({ areaId, name, subject }) =>
    (subject.limits ?? []).flatMap((limit) => {
      const version = limit.history.findLast(({ capacity }) => capacity !== null);
      return version === undefined ? [] : [{ areaId, name, limit, version }];
    }),
  );

/** Returns a table of the time above each limit. */
export function limitsTable(report: Report): Table<NamedLimit> {
  const { heads } = reportTexts.tables;
  const words = reportTexts.limits.heads;
  const columns: Column<NamedLimit>[] = [
    { head: heads.area, kind: 'text', value: ({ name }) => name, width: 28 },
    { head: words.limit, kind: 'text', value: ({ limit }) => kindOf(limit), width: 14 },
    { head: words.people, kind: 'count', value: ({ version }) => version.capacity, width: 12 },
    { head: words.staff, kind: 'count', value: ({ version }) => version.staff, width: 12 },
    { head: words.counted, kind: 'count', value: ({ version }) => version.counted, width: 12 },
    { head: words.timeAbove, kind: 'duration', value: ({ limit }) => limit.secondsAbove, width: 14 },
    { head: words.periods, kind: 'count', value: ({ limit }) => limit.periods.length, width: 10 },
    { head: words.condition, kind: 'text', value: ({ version }) => version.condition, width: 60 },
  ];
  return { columns, rows: limitsOf(report) };
}

export interface LimitPeriod extends OverPeriod {
  kind: string;
}

/**
 * Returns a table of the periods above a limit, the earliest first. A period that still lasts is counted up to the time
 * of the report.
 */
export function limitPeriodsTable(report: Report): Table<LimitPeriod> {
  const { heads, goesOn } = reportTexts.tables;
  const words = reportTexts.limits.heads;
  const rows = limitsOf(report)
    .flatMap(({ areaId, name, limit }) =>
      limit.periods.map((period) => ({ areaId, name, kind: kindOf(limit), ...period })),
    )
    .toSorted((a, b) => a.from.localeCompare(b.from));
  const columns: Column<LimitPeriod>[] = [
    { head: heads.area, kind: 'text', value: ({ name }) => name, width: 28 },
    { head: words.limit, kind: 'text', value: ({ kind }) => kind, width: 14 },
    { head: heads.from, kind: 'exactMoment', value: ({ from }) => from, width: 20 },
    { head: heads.to, kind: 'exactMoment', value: ({ to }) => to ?? goesOn, width: 20 },
    { head: words.timeAbove, kind: 'duration', value: ({ seconds }) => seconds, width: 14 },
    { head: heads.peak, kind: 'count', value: ({ peak }) => peak, width: 10 },
    { head: words.counted, kind: 'count', value: ({ capacity }) => capacity, width: 12 },
    { head: heads.above, kind: 'count', value: ({ peak, capacity }) => peak - capacity, width: 10 },
  ];
  return { columns, rows };
}

interface LimitChange {
  name: string;
  kind: string;
  version: ReportLimit['history'][number];
}

/**
 * Returns a table of the versions of those limits that have changed within the report, each with the most people counted
 * while it applied and the time above it.
 */
export function limitChangesTable(report: Report): Table<LimitChange> {
  const { heads } = reportTexts.tables;
  const words = reportTexts.limits;
  const rows = limitsOf(report).flatMap(({ name, limit }) =>
    limit.history.length > 1 ? limit.history.map((version) => ({ name, kind: kindOf(limit), version })) : [],
  );
  const columns: Column<LimitChange>[] = [
    { head: heads.area, kind: 'text', value: ({ name }) => name, width: 28 },
    { head: words.heads.limit, kind: 'text', value: ({ kind }) => kind, width: 14 },
    { head: heads.inForceFrom, kind: 'moment', value: ({ version }) => version.at, width: 20 },
    { head: words.heads.people, kind: 'count', value: ({ version }) => version.capacity, width: 12 },
    { head: words.heads.staff, kind: 'count', value: ({ version }) => version.staff, width: 12 },
    { head: words.heads.counted, kind: 'count', value: ({ version }) => version.counted, width: 12 },
    { head: heads.peak, kind: 'count', value: ({ version }) => version.peak, width: 10 },
    { head: heads.peakAt, kind: 'moment', value: ({ version }) => version.peakAt, width: 20 },
    { head: words.heads.timeAbove, kind: 'duration', value: ({ version }) => version.secondsAbove, width: 14 },
    {
      head: words.heads.condition,
      kind: 'text',
      value: ({ version }) => (version.capacity === null ? words.removed : version.condition),
      width: 60,
    },
  ];
  return { columns, rows };
}
