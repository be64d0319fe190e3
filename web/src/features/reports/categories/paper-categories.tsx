import { CATEGORIES_PER_EVENT_MAX } from '../../../../../src/shared/schemas/limits';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { PaperSection, PaperTable, TableSection } from '../paper/paper-table';
import { clockOf } from '../tables/format-cell';
import { type NamedSubject, subjectsOf } from '../tables/subject-tables';
import {
  categoriesTable,
  categoryLimitsTable,
  categoryPeriodsTable,
  hasCategories,
  namedIntervals,
  overTimeTable,
} from './categories-tables';

/** The largest number of rows over time in one print. They take about 20 pages. */
const ROWS_MAX = 1_000;

/** What was counted by category, the time above capacities of categories, and the shares over time of the venue and areas. */
export function PaperCategories({ report }: { report: Report }) {
  if (!hasCategories(report)) return null;
  const periods = categoryPeriodsTable(report);
  return (
    <>
      <TableSection table={categoriesTable(report)} report={report} />
      <TableSection table={categoryLimitsTable(report)} report={report}>
        {periods.rows.length > 0 && <PaperTable table={periods} clock={clockOf(report)} title={periods.title} />}
      </TableSection>
      {printedOverTime(report).map((printed) => (
        <OverTime key={printed.of.areaId} report={report} {...printed} />
      ))}
    </>
  );
}

interface PrintedOverTime {
  of: NamedSubject;
  /** The intervals in which somebody named a category; null if they are too many to print. */
  rows: readonly number[] | null;
}

/** The venue and the areas that were counted by category, as long as there is room for their intervals. */
function printedOverTime(report: Report): PrintedOverTime[] {
  let left = ROWS_MAX;
  return subjectsOf(report).flatMap((of): PrintedOverTime[] => {
    const rows = namedIntervals(of.subject, 0, report.intervalStarts.length);
    if (rows.length === 0) return [];
    if (rows.length > left) return [{ of, rows: null }];
    left -= rows.length;
    return [{ of, rows }];
  });
}

function OverTime({ report, of: { areaId, name, subject }, rows }: PrintedOverTime & { report: Report }) {
  const words = reportTexts.reportCategories;
  const isCut = (subject.categories ?? []).length > CATEGORIES_PER_EVENT_MAX;
  const title = areaId === null ? words.overTime : words.overTimeOf(name);
  return (
    <PaperSection title={title} lead={words.overTimeLead(name)}>
      {isCut && <p className="paper-note">{words.fewest(formatCount(CATEGORIES_PER_EVENT_MAX))}</p>}
      {rows === null ? (
        <p className="paper-note">{words.tooLong(formatCount(ROWS_MAX))}</p>
      ) : (
        <PaperTable
          label={title}
          clock={clockOf(report)}
          table={overTimeTable(report, subject, rows, CATEGORIES_PER_EVENT_MAX)}
        />
      )}
    </PaperSection>
  );
}
