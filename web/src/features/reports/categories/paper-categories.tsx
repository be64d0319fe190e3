import { CATEGORIES_PER_EVENT_MAX } from '../../../../../src/shared/limits';
import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { PaperSection, PaperTable } from '../paper/paper-table';
import { dayAt } from '../shown-intervals';
import { clockOf } from '../tables/format-cell';
import type { Column } from '../tables/table';
import { categoriesTable, hasCategories, namedIntervals, shareColumns, subjectOf } from './categories-tables';

/** The largest number of rows over time in one print. They take about 20 pages. */
const ROWS_MAX = 1_000;

/** What was counted by category, and for the venue also over time. */
export function PaperCategories({ report }: { report: Report }) {
  if (!hasCategories(report)) return null;
  const words = reportTexts.reportCategories;
  return (
    <>
      <PaperSection title={words.title} lead={words.lead}>
        <PaperTable table={categoriesTable(report)} clock={clockOf(report)} label={words.title} />
      </PaperSection>
      <OverTime report={report} />
    </>
  );
}

function OverTime({ report }: { report: Report }) {
  const words = reportTexts.reportCategories;
  const venue = subjectOf(report, null);
  const rows = venue ? namedIntervals(venue.subject, 0, report.intervalStarts.length) : [];
  if (!venue || rows.length === 0) return null;
  const columns = shareColumns(venue.subject, CATEGORIES_PER_EVENT_MAX);
  const isCut = columns.length < (venue.subject.categories ?? []).length;
  return (
    <PaperSection title={words.overTime} lead={words.overTimeLead(venue.name)}>
      {isCut && <p className="paper-note">{words.fewest(formatCount(columns.length))}</p>}
      {rows.length > ROWS_MAX ? (
        <p className="paper-note">{words.tooLong(formatCount(ROWS_MAX))}</p>
      ) : (
        <PaperTable
          label={words.overTime}
          clock={clockOf(report)}
          table={{
            rows,
            columns: [
              timeColumn(report),
              ...columns.map(({ head, text }): Column<number> => ({ head, kind: 'text', value: text, width: 16 })),
            ],
          }}
        />
      )}
    </PaperSection>
  );
}

function timeColumn(report: Report): Column<number> {
  const { heads } = reportTexts.tables;
  return report.interval === 'day'
    ? { head: heads.day, kind: 'day', value: (at) => dayAt(report, at)?.day ?? null, width: 20 }
    : { head: heads.interval, kind: 'moment', value: (at) => report.intervalStarts[at] ?? null, width: 20 };
}
