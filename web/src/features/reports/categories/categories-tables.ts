import type {
  Report,
  ReportCategory,
  ReportCategoryLimit,
  ReportSubject,
} from '../../../../../src/shared/schemas/report';
import { formatCount, formatPercent } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { type NamedSubject, subjectsOf } from '../tables/subject-tables';
import { timeColumn } from '../tables/interval-columns';
import {
  type Column,
  countColumn,
  durationColumn,
  exactColumn,
  momentColumn,
  type SectionTable,
  shareColumn,
  type SheetTable,
  type Table,
  textColumn,
} from '../tables/table';

/** Far below the rows that a sheet of Excel has: a browser makes these in a second. */
const ROWS_PER_SHEET_MAX = 50_000;

/** A category of the venue or of an area. */
export interface CategoryLine {
  /** The id of the area; null for the venue. */
  areaId: string | null;
  areaName: string;
  category: ReportCategory;
}

/** Whether the report has anything about categories. */
export const hasCategories = (report: Report): boolean =>
  report.categoryLimits !== undefined || subjectsOf(report).some(({ subject }) => subject.categories !== undefined);

const orUnknown = (people: number | null): number | string => people ?? reportTexts.reportCategories.unknown;

/** Returns a table of what was counted by category, in the venue and in each area. */
export function categoriesTable(report: Report): SectionTable<CategoryLine> {
  const { heads } = reportTexts.tables;
  const words = reportTexts.reportCategories;
  const columns: Column<CategoryLine>[] = [
    textColumn(heads.area, ({ areaName }) => areaName),
    textColumn(words.category, ({ category }) => category.name),
    countColumn(heads.ins, ({ category }) => category.ins),
    countColumn(heads.outs, ({ category }) => category.outs),
    countColumn(words.inside, ({ category }) => orUnknown(category.closing), { width: 14 }),
    shareColumn(words.share, ({ category }) => category.share),
  ];
  const rows = subjectsOf(report).flatMap(({ areaId, name: areaName, subject }) =>
    (subject.categories ?? []).map((category) => ({ areaId, areaName, category })),
  );
  return {
    title: words.title,
    lead: words.lead,
    sheet: words.sheet,
    isShown: hasCategories(report),
    columns,
    rows,
  };
}

/** The newest capacity of a category: it may have been removed at the end. */
const capacityOf = ({ capacities }: ReportCategoryLimit): number | null =>
  capacities.findLast(({ capacity }) => capacity !== null)?.capacity ?? null;

/** Returns a table of the time above the capacities of categories; without rows if no category had one. */
export function categoryLimitsTable({ categoryLimits = [] }: Report): SectionTable<ReportCategoryLimit> {
  const { heads } = reportTexts.tables;
  const words = reportTexts.reportCategories;
  const peakOf = ({ periods }: ReportCategoryLimit) =>
    periods.length === 0 ? null : Math.max(...periods.map(({ peak }) => peak));
  const columns: Column<ReportCategoryLimit>[] = [
    textColumn(words.category, ({ name }) => name),
    countColumn(heads.capacity, capacityOf, { width: 12 }),
    durationColumn(words.timeAbove, ({ secondsAbove }) => secondsAbove),
    countColumn(words.periods, ({ periods }) => periods.length),
    countColumn(heads.peak, peakOf),
    durationColumn(words.timeUnknown, ({ secondsUnknown }) => secondsUnknown),
  ];
  return {
    title: words.limits,
    lead: words.limitsLead,
    sheet: words.limitSheet,
    isShown: categoryLimits.length > 0,
    columns,
    rows: categoryLimits,
  };
}

/** A period in which more people of a category than its capacity were in the venue. */
interface CategoryPeriod {
  readonly name: string;
  readonly period: ReportCategoryLimit['periods'][number];
}

/** Returns a table of the periods above the capacities of categories, the earliest first. */
export function categoryPeriodsTable({ categoryLimits = [] }: Report): SectionTable<CategoryPeriod> {
  const { heads, goesOn } = reportTexts.tables;
  const words = reportTexts.reportCategories;
  const rows = categoryLimits
    .flatMap(({ name, periods }) => periods.map((period) => ({ name, period })))
    .toSorted((a, b) => a.period.from.localeCompare(b.period.from));
  const columns: Column<CategoryPeriod>[] = [
    textColumn(words.category, ({ name }) => name),
    exactColumn(heads.from, ({ period }) => period.from),
    exactColumn(heads.to, ({ period }) => period.to ?? goesOn),
    durationColumn(words.timeAbove, ({ period }) => period.seconds),
    countColumn(heads.peak, ({ period }) => period.peak),
    countColumn(heads.capacity, ({ period }) => period.capacity, { width: 12 }),
  ];
  return {
    title: words.limitPeriods,
    sheet: words.periodSheet,
    isShown: categoryLimits.length > 0,
    columns,
    rows,
  };
}

/** Whether the report leaves out the categories of an area over time, because all together would be too many. */
export const isOverTimeLeftOut = ({ categories = [] }: ReportSubject, { intervalStarts }: Report): boolean =>
  intervalStarts.length > 0 && categories.some(({ intervals }) => intervals.ins.length === 0);

const insAt = (categories: readonly ReportCategory[], at: number): number =>
  categories.reduce((people, { intervals }) => people + (intervals.ins[at] ?? 0), 0);

/** Returns a category's part of the entries of an interval that named one, in percent; null if there were none. */
export function shareAt(
  categories: readonly ReportCategory[],
  { intervals }: ReportCategory,
  at: number,
): number | null {
  const all = insAt(categories, at);
  return all === 0 ? null : ((intervals.ins[at] ?? 0) * 100) / all;
}

/** Returns the intervals, of these, in which anybody was counted in with a category. */
export const namedIntervals = ({ categories = [] }: ReportSubject, first: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => first + i).filter((at) => insAt(categories, at) > 0);

/** A column for each category, with its entries in an interval and their share, such as 12 · 60%. */
export interface ShareColumn {
  readonly head: string;
  readonly category: ReportCategory;
  readonly text: (at: number) => string;
}

/** Returns the columns in the order of the categories. Equal names, of a removed and a new one, are numbered. */
export function shareColumns({ categories = [] }: ReportSubject, max = categories.length): ShareColumn[] {
  const most = new Set(categories.toSorted((a, b) => b.ins - a.ins).slice(0, max));
  const seen = new Map<string, number>();
  return categories
    .filter((category) => most.has(category))
    .map((category) => {
      const nth = (seen.get(category.name) ?? 0) + 1;
      seen.set(category.name, nth);
      return {
        head: nth === 1 ? category.name : `${category.name} (${nth})`,
        category,
        text: (at) => {
          const share = shareAt(categories, category, at);
          if (share === null) return '–';
          const people = formatCount(category.intervals.ins[at] ?? 0);
          return reportTexts.reportCategories.ofIns(people, formatPercent(share));
        },
      };
    });
}

/** Returns a table of a subject's intervals with the entries and the share of each category, or of the `max` largest. */
export const overTimeTable = (
  report: Report,
  subject: ReportSubject,
  rows: readonly number[],
  max?: number,
): Table<number> => ({
  columns: [
    timeColumn(report, (at) => at),
    ...shareColumns(subject, max).map(({ head, text }) => textColumn<number>(head, text)),
  ],
  rows,
});

/** What was counted of a category in an interval, in the venue or an area. */
interface CategoryInterval {
  readonly areaName: string;
  readonly categories: readonly ReportCategory[];
  readonly startsAt: string;
  readonly category: ReportCategory;
  readonly at: number;
}

/**
 * Returns the categories over time of the venue, then of each area: one row for each category and interval in which
 * somebody came, left or was inside. Those of areas are left out where together they would be more than a sheet has room
 * for; the CSV file has them.
 */
export function categoriesOverTimeTable(report: Report): SheetTable<CategoryInterval> {
  const { heads } = reportTexts.tables;
  const words = reportTexts.reportCategories;
  const rowsOf = ({ name: areaName, subject: { categories = [] } }: NamedSubject): CategoryInterval[] =>
    report.intervalStarts.flatMap((startsAt, at) =>
      categories
        .filter(({ intervals: { ins, outs, occupancy: inside } }) => ins[at] || outs[at] || inside[at])
        .map((category) => ({ areaName, categories, startsAt, category, at })),
    );
  const [venue = [], ...areas] = subjectsOf(report).map(rowsOf);
  const all = areas.reduce((sum, { length }) => sum + length, venue.length);
  const rows = all > ROWS_PER_SHEET_MAX ? venue : [venue, ...areas].flat();
  const columns: Column<CategoryInterval>[] = [
    textColumn(heads.area, ({ areaName }) => areaName),
    momentColumn(heads.from, ({ startsAt }) => startsAt),
    textColumn(words.category, ({ category }) => category.name),
    countColumn(heads.ins, ({ category, at }) => category.intervals.ins[at] ?? 0),
    countColumn(heads.outs, ({ category, at }) => category.intervals.outs[at] ?? 0),
    countColumn(words.inside, ({ category, at }) => orUnknown(category.intervals.occupancy[at] ?? null), { width: 14 }),
    shareColumn(words.share, ({ categories, category, at }) => shareAt(categories, category, at)),
  ];
  return { sheet: words.timeSheet, isShown: hasCategories(report), columns, rows };
}

/** Returns the subject with this area's id; the venue for null, and for an area that the report does not have. */
export const subjectOf = (report: Report, areaId: string | null): NamedSubject | undefined => {
  const subjects = subjectsOf(report);
  return subjects.find((subject) => subject.areaId === areaId) ?? subjects[0];
};
