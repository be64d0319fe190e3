import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { clockOf } from '../tables/format-cell';
import { intervalsTable } from '../tables/interval-columns';
import { intervalRows } from '../tables/interval-table';
import { subjectsOf } from '../tables/subject-tables';
import { AskMoment } from './ask-moment';
import { PaperSection, PaperTable } from './paper-table';

/** The largest number of interval rows in one print. They take about 70 pages. */
const ROWS_MAX = 4000;

/** Returns the tables that fit: the venue and its areas, otherwise only the venue, otherwise none. */
function printedIntervals({ intervalStarts, ...report }: Report) {
  const all = subjectsOf({ intervalStarts, ...report }).map(({ name, subject }) => ({
    name,
    rows: intervalRows(subject, intervalStarts),
  }));
  const count = (some: typeof all) => some.reduce((sum, { rows }) => sum + rows.length, 0);
  const venue = all.slice(0, 1);
  const words = reportTexts.paper;
  if (count(all) <= ROWS_MAX) return { printed: all, note: null };
  if (count(venue) <= ROWS_MAX) return { printed: venue, note: words.tooLong(formatCount(ROWS_MAX)) };
  return { printed: [], note: words.tooLongAtAll(formatCount(ROWS_MAX)) };
}

/** Shows a table of intervals for the venue and for each area. Each page repeats the headings. */
export function PaperIntervals({ report }: { report: Report }) {
  const { printed, note } = printedIntervals(report);
  const words = reportTexts.paper;
  return (
    <PaperSection
      title={words.intervals}
      lead={report.interval === 'day' ? words.daysLead : words.intervalsLead(String(report.interval))}
    >
      <AskMoment />
      {note !== null && <p className="paper-note">{note}</p>}
      {printed
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows }, i) => (
          <PaperTable
            // Two areas may have the same name.
            // oxlint-disable-next-line react/no-array-index-key
            key={i}
            title={name}
            table={intervalsTable(report, rows)}
            clock={clockOf(report)}
          />
        ))}
    </PaperSection>
  );
}
