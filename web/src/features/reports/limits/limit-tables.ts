import type { Report, ReportLimit } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { type OverPeriod, subjectsOf } from '../tables/subject-tables';
import type { Column, Table } from '../tables/table';

/** One limit of an area or the venue, as it was from some moment on. */
export interface LimitVersion {
  /** The id of the area; null for the venue. */
  areaId: string | null;
  name: string;
  kind: ReportLimit['kind'];
  version: ReportLimit['history'][number];
  /** Since when the version applied; null for a limit that did not change within the report. */
  since: string | null;
}

const kindOf = ({ kind }: Pick<ReportLimit, 'kind'>): string => reportTexts.limits.kinds[kind];

const limitsOf = (report: Report) =>
  subjectsOf(report).flatMap(({ areaId, name, subject }) =>
    (subject.limits ?? []).map((limit) => ({ areaId, name, limit })),
  );

/** What a limit demands, or that nothing is demanded any more. */
export const conditionOf = ({ version }: Pick<LimitVersion, 'version'>): string =>
  version.capacity === null ? reportTexts.limits.removed : version.condition;

/** Returns the limits of the venue and its areas in all their versions; none if authorities have set no limit. */
export const limitVersionsOf = (report: Report): LimitVersion[] =>
  limitsOf(report).flatMap(({ areaId, name, limit: { kind, history } }) =>
    history.map((version) => ({ areaId, name, kind, version, since: history.length > 1 ? version.at : null })),
  );

/**
 * Returns a table of the limits, one row for each version: the most people counted while it applied, with the staff of that
 * time, and the time above it.
 */
export function limitsTable(report: Report): Table<LimitVersion> {
  const { heads } = reportTexts.tables;
  const words = reportTexts.limits.heads;
  const columns: Column<LimitVersion>[] = [
    { head: heads.area, kind: 'text', value: ({ name }) => name, width: 28 },
    { head: words.limit, kind: 'text', value: kindOf, width: 14 },
    { head: heads.inForceFrom, kind: 'moment', value: ({ since }) => since, width: 20 },
    { head: words.people, kind: 'count', value: ({ version }) => version.capacity, width: 12 },
    { head: words.staff, kind: 'count', value: ({ version }) => version.staff, width: 12 },
    { head: words.counted, kind: 'count', value: ({ version }) => version.counted, width: 12 },
    { head: words.peak, kind: 'count', value: ({ version }) => version.peak, width: 10 },
    { head: heads.peakAt, kind: 'moment', value: ({ version }) => version.peakAt, width: 20 },
    { head: words.timeAbove, kind: 'duration', value: ({ version }) => version.secondsAbove, width: 14 },
    { head: words.condition, kind: 'text', value: conditionOf, width: 60 },
  ];
  return { columns, rows: limitVersionsOf(report) };
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
    { head: words.peak, kind: 'count', value: ({ peak }) => peak, width: 10 },
    { head: words.counted, kind: 'count', value: ({ capacity }) => capacity, width: 12 },
    { head: heads.above, kind: 'count', value: ({ peak, capacity }) => peak - capacity, width: 10 },
  ];
  return { columns, rows };
}
