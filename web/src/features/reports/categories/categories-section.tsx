import { Suspense } from 'react';
import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { formatDay } from '../../../texts/zone-format';
import { DataTable } from '../../../ui/data-table';
import { Disclosure } from '../../../ui/overlays/disclosure';
import { lazyComponent } from '../../../ui/overlays/lazy-component';
import { intervalTimes } from '../interval-words';
import type { ReportPlace } from '../report-place';
import { ReportSection } from '../sections/report-section';
import { dayIntervals } from '../tables/interval-table';
import type { NamedSubject } from '../tables/subject-tables';
import { screenColumns } from '../tables/screen-columns';
import {
  categoriesTable,
  categoryLimitsTable,
  categoryPeriodsTable,
  hasCategories,
  isOverTimeLeftOut,
  namedIntervals,
  overTimeTable,
  subjectOf,
} from './categories-tables';

const Nothing = () => null;
const ShareChart = lazyComponent(async () => (await import('./share-chart')).ShareChart, Nothing);

export interface CategoriesSectionProps {
  report: Report;
  /** Contains the area whose categories over time are shown. */
  place: ReportPlace;
}

/** Shows what was counted by category, in the venue and each area, and over time. */
export function CategoriesSection({ report, place }: CategoriesSectionProps) {
  if (!hasCategories(report)) return null;
  const words = reportTexts.reportCategories;
  const table = categoriesTable(report);
  const shown = subjectOf(report, place.areaId);
  return (
    <ReportSection title={words.title} lead={words.lead}>
      <DataTable
        label={words.title}
        rows={table.rows}
        keyOf={({ areaId, category }) => `${areaId ?? ''} ${category.categoryId}`}
        columns={screenColumns(table, report)}
      />
      <Suspense fallback={null}>{shown && <ShareChart report={report} shown={shown} />}</Suspense>
      {shown && <OverTime key={shown.areaId} report={report} shown={shown} />}
      <CategoryLimits report={report} />
    </ReportSection>
  );
}

/** The time above the capacities of categories. Shown only if one had a capacity. */
function CategoryLimits({ report }: { report: Report }) {
  const words = reportTexts.reportCategories;
  const [limits, periods] = [categoryLimitsTable(report), categoryPeriodsTable(report)];
  if (limits.rows.length === 0) return null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="font-semibold">{words.limits}</h3>
      <p className="text-sm text-pretty text-muted">{words.limitsLead}</p>
      <DataTable
        label={words.limits}
        rows={limits.rows}
        keyOf={({ categoryId }) => categoryId}
        columns={screenColumns(limits, report)}
      />
      {periods.rows.length > 0 && (
        <Disclosure summary={words.limitPeriods}>
          {() => (
            <DataTable
              label={words.limitPeriods}
              rows={periods.rows}
              keyOf={({ name, period }) => `${name} ${period.from}`}
              columns={screenColumns(periods, report)}
            />
          )}
        </Disclosure>
      )}
    </div>
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
  const table = overTimeTable(report, subject, rows);
  const figures = Object.fromEntries(table.columns.map((column) => [column.head, { numeric: true }]));
  const time = { numeric: false, cell: (at: number) => intervalTimes(report, at) };
  return (
    <DataTable
      label={day === undefined ? words.overTimeOf(name) : words.overTimeOn(name, formatDay(day))}
      rows={rows}
      keyOf={String}
      columns={screenColumns(table, report, { ...figures, [heads.interval]: time, [heads.day]: time })}
    />
  );
}
