import type { Report } from '../../../../../src/shared/schemas/report';
import { formatCount } from '../../../texts/format';
import { reportTexts } from '../../../texts/report-texts';
import { clockOf } from '../tables/format-cell';
import { intervalRows, type IntervalRow } from '../tables/interval-table';
import { subjectsOf } from '../tables/subject-tables';
import type { Column } from '../tables/table';
import { dayAt } from '../shown-intervals';
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
            table={{ columns: intervalColumns(report), rows }}
            clock={clockOf(report)}
          />
        ))}
    </PaperSection>
  );
}

/** Returns the columns of an interval table for an area or the venue. */
function intervalColumns(report: Report): Column<IntervalRow>[] {
  const { heads } = reportTexts.tables;
  return [
    report.interval === 'day'
      ? { head: heads.day, kind: 'day', value: ({ index }) => dayAt(report, index)?.day ?? null, width: 20 }
      : { head: heads.interval, kind: 'moment', value: ({ startsAt }) => startsAt, width: 20 },
    { head: heads.ins, kind: 'count', value: ({ ins }) => ins, width: 10 },
    { head: heads.outs, kind: 'count', value: ({ outs }) => outs, width: 10 },
    { head: heads.min, kind: 'count', value: ({ min }) => min, width: 10 },
    { head: heads.max, kind: 'count', value: ({ max }) => max, width: 10 },
    { head: heads.end, kind: 'count', value: ({ end }) => end, width: 10 },
    { head: heads.capacity, kind: 'count', value: ({ capacity }) => capacity, width: 10 },
    { head: heads.share, kind: 'share', value: ({ share }) => share, width: 10 },
  ];
}
