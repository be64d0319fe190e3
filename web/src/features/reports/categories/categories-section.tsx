import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { formatDay } from '../../../texts/zone-format';
import { DataTable } from '../../../ui/data-table';
import { Disclosure } from '../../../ui/overlays/disclosure';
import { intervalTimes } from '../interval-words';
import type { ReportPlace } from '../report-place';
import { ReportSection } from '../sections/report-section';
import { clockOf, formatCell, isNumeric } from '../tables/format-cell';
import { dayIntervals } from '../tables/interval-table';
import type { NamedSubject } from '../tables/subject-tables';
import {
  categoriesTable,
  type CategoryLine,
  hasCategories,
  isOverTimeLeftOut,
  namedIntervals,
  shareColumns,
  subjectOf,
} from './categories-tables';

export interface CategoriesSectionProps {
  report: Report;
  /** Contains the area whose categories over time are shown. */
  place: ReportPlace;
}

/** Shows what was counted by category, in the venue and each area, and over time. */
export function CategoriesSection({ report, place }: CategoriesSectionProps) {
  if (!hasCategories(report)) return null;
  const words = reportTexts.reportCategories;
  const { columns, rows } = categoriesTable(report);
  const clock = clockOf(report);
  const shown = subjectOf(report, place.areaId);
  return (
    <ReportSection title={words.title} lead={words.lead}>
      <DataTable
        label={words.title}
        rows={rows}
        keyOf={({ areaId, category }) => `${areaId ?? ''} ${category.categoryId}`}
        columns={columns.map(({ head, kind, value }) => ({
          head,
          numeric: isNumeric(kind),
          cell: (row: CategoryLine) => formatCell(kind, value(row), clock),
        }))}
      />
      {shown && <OverTime key={shown.areaId} report={report} shown={shown} />}
    </ReportSection>
  );
}

interface OverTimeProps {
  report: Report;
  shown: NamedSubject;
}

function OverTime({ report, shown }: OverTimeProps) {
  const words = reportTexts.reportCategories;
  const { name, subject } = shown;
  if (!subject.categories) return null;
  if (isOverTimeLeftOut(subject, report)) return <p className="text-sm text-muted">{words.leftOut}</p>;
  const days = dayIntervals(report);
  if (report.interval === 'day' || days.length < 2) {
    return (
      <Disclosure summary={words.overTimeOf(name)}>
        {() => <OverTimeTable report={report} shown={shown} first={0} count={report.intervalStarts.length} />}
      </Disclosure>
    );
  }
  return (
    <Disclosure summary={words.byDay(name)}>
      {() =>
        days.map(({ day, first, count }) => (
          <Disclosure key={day} summary={formatDay(day)}>
            {() => <OverTimeTable report={report} shown={shown} first={first} count={count} day={day} />}
          </Disclosure>
        ))
      }
    </Disclosure>
  );
}

interface OverTimeTableProps extends OverTimeProps {
  /** The index of the first interval, and the number of intervals. */
  first: number;
  count: number;
  /** The business day of the intervals, if the report has others. */
  day?: string;
}

function OverTimeTable({ report, shown: { name, subject }, first, count, day }: OverTimeTableProps) {
  const words = reportTexts.reportCategories;
  const { heads } = reportTexts.tables;
  const rows = namedIntervals(subject, first, count);
  if (rows.length === 0) return <p className="text-sm text-muted">{words.none}</p>;
  return (
    <DataTable
      label={day === undefined ? words.overTimeOf(name) : words.overTimeOn(name, formatDay(day))}
      rows={rows}
      keyOf={String}
      columns={[
        { head: report.interval === 'day' ? heads.day : heads.interval, cell: (at) => intervalTimes(report, at) },
        ...shareColumns(subject).map(({ head, text }) => ({ head, numeric: true, cell: text })),
      ]}
    />
  );
}
