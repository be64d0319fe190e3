import type { Report, ReportLimit } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { type OverPeriod, subjectsOf } from '../tables/subject-tables';
import {
  type Column,
  countColumn,
  durationColumn,
  exactColumn,
  momentColumn,
  type SectionTable,
  textColumn,
} from '../tables/table';

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

/**
 * Returns a table of the limits, one row for each version: the most people counted while it applied, with the staff of that
 * time, and the time above it.
 */
export function limitsTable(report: Report): SectionTable<LimitVersion> {
  const { heads } = reportTexts.tables;
  const { title, lead, sheets, heads: words } = reportTexts.limits;
  const rows = limitsOf(report).flatMap(({ areaId, name, limit: { kind, history } }) =>
    history.map((version): LimitVersion => ({
      areaId,
      name,
      kind,
      version,
      since: history.length > 1 ? version.at : null,
    })),
  );
  const hasChanged = rows.some(({ since }) => since !== null);
  const columns: Column<LimitVersion>[] = [
    textColumn(heads.area, ({ name }) => name),
    textColumn(words.limit, kindOf, { width: 14, only: 'paper' }),
    momentColumn(heads.inForceFrom, ({ since }) => since, { only: hasChanged ? undefined : 'paper' }),
    countColumn(words.people, ({ version }) => version.capacity, { width: 12 }),
    countColumn(words.staff, ({ version }) => version.staff, { width: 12 }),
    countColumn(words.counted, ({ version }) => version.counted, { width: 12 }),
    countColumn(words.peak, ({ version }) => version.peak),
    momentColumn(heads.peakAt, ({ version }) => version.peakAt),
    durationColumn(words.timeAbove, ({ version }) => version.secondsAbove),
    textColumn(words.condition, conditionOf, { width: 60 }),
  ];
  return { title, lead, sheet: sheets.times, isShown: rows.length > 0, columns, rows };
}

export interface LimitPeriod extends OverPeriod {
  kind: string;
}

/**
 * Returns a table of the periods above a limit, the earliest first. A period that still lasts is counted up to the time
 * of the report.
 */
export function limitPeriodsTable(report: Report): SectionTable<LimitPeriod> {
  const { heads, goesOn } = reportTexts.tables;
  const { periods, sheets, heads: words } = reportTexts.limits;
  const limits = limitsOf(report);
  const rows = limits
    .flatMap(({ areaId, name, limit }) =>
      limit.periods.map((period) => ({ areaId, name, kind: kindOf(limit), ...period })),
    )
    .toSorted((a, b) => a.from.localeCompare(b.from));
  const columns: Column<LimitPeriod>[] = [
    textColumn(heads.area, ({ name }) => name),
    textColumn(words.limit, ({ kind }) => kind, { width: 14, only: 'paper' }),
    exactColumn(heads.from, ({ from }) => from, { screenKind: 'moment' }),
    exactColumn(heads.to, ({ to }) => to ?? goesOn, { screenKind: 'moment' }),
    durationColumn(words.timeAbove, ({ seconds }) => seconds),
    countColumn(words.peak, ({ peak }) => peak),
    countColumn(words.counted, ({ capacity }) => capacity, { width: 12, only: 'paper' }),
    countColumn(heads.above, ({ peak, capacity }) => peak - capacity, { only: 'paper' }),
  ];
  return { title: periods, sheet: sheets.periods, isShown: limits.length > 0, columns, rows };
}
