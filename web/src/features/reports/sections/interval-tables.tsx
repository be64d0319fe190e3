import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { formatDay } from '../../../texts/zone-format';
import { DataTable } from '../../../ui/data-table';
import { Disclosure } from '../../../ui/overlays/disclosure';
import { intervalTimes } from '../interval-words';
import type { NamedSubject } from '../tables/subject-tables';
import { intervalsTable } from '../tables/interval-columns';
import { type DayIntervals, dayIntervals, intervalRows } from '../tables/interval-table';
import { screenColumns } from '../tables/screen-columns';

/** Shows the figures of the chart as tables, one for each day; a report by days as one table. */
export function IntervalTables({ report, shown }: { report: Report; shown: NamedSubject }) {
  const words = reportTexts.reports.intervals;
  const days = dayIntervals(report);
  const [only] = days;
  if (report.interval === 'day') {
    return (
      <Disclosure summary={words.days}>
        {() => <IntervalTable report={report} shown={shown} of={{ first: 0, count: report.intervalStarts.length }} />}
      </Disclosure>
    );
  }
  if (only && days.length === 1) {
    return (
      <Disclosure summary={words.title(String(report.interval), formatDay(only.day))}>
        {() => <IntervalTable report={report} shown={shown} of={only} />}
      </Disclosure>
    );
  }
  return (
    <Disclosure summary={words.byDay(String(report.interval))}>
      {() =>
        days.map((day) => (
          <Disclosure key={day.day} summary={formatDay(day.day)}>
            {() => <IntervalTable report={report} shown={shown} of={day} />}
          </Disclosure>
        ))
      }
    </Disclosure>
  );
}

interface IntervalTableProps {
  report: Report;
  shown: NamedSubject;
  /** The intervals of one day, or those of a report by days. */
  of: Omit<DayIntervals, 'day'> & { day?: string };
}

function IntervalTable({ report, shown, of: { day, first, count: length } }: IntervalTableProps) {
  const words = reportTexts.reports.intervals;
  const { heads } = reportTexts.tables;
  const rows = intervalRows(shown.subject, report.intervalStarts).filter(
    ({ index }) => index >= first && index < first + length,
  );
  if (rows.length === 0) return <p className="text-sm text-muted">{day === undefined ? words.noDays : words.none}</p>;
  return (
    <>
      <DataTable
        label={day === undefined ? words.daysOf(shown.name) : words.label(shown.name, formatDay(day))}
        rows={rows}
        keyOf={({ startsAt }) => startsAt}
        columns={screenColumns(intervalsTable(report, rows), report, {
          [heads.interval]: { cell: ({ index }) => intervalTimes(report, index) },
        })}
      />
      {rows.length < length && <p className="pt-2 text-sm text-muted">{words.leftOut}</p>}
    </>
  );
}
