import type { Mutation } from '../mutation';

export const REPORTS: readonly Mutation[] = [
  {
    id: 'reset-settles-last-late-tap-only',
    file: 'src/reports/days/placement.ts',
    find: 'this.lateByReset.set(set, (this.lateByReset.get(set) ?? 0) + adjusted);',
    replace: 'this.lateByReset.set(set, adjusted);',
    breaks:
      'When several taps arrive after a recount, the report shows more or fewer people in the area than were counted.',
    tests: ['test/unit/reports/days.test.ts', 'test/unit/reports/property.test.ts', 'test/room/fuzz-room.test.ts'],
  },
  {
    id: 'full-counts-as-above-capacity',
    file: 'src/reports/days/subject.ts',
    find: 'this.occupancy * 100 > percent',
    replace: 'this.occupancy * 100 >= percent',
    breaks: 'A report counts the minutes in which a venue is exactly full as minutes above its capacity.',
    tests: ['test/unit/reports/days.test.ts', 'test/unit/reports/report.test.ts'],
  },
  {
    id: 'interval-takes-one-slot-more',
    file: 'src/reports/answer/interval-grid.ts',
    find: 'next[0] < (index + 1) * slotsPerInterval',
    replace: 'next[0] <= (index + 1) * slotsPerInterval',
    breaks: 'Each interval of a report contains the first five minutes of the next one.',
    tests: [
      'test/unit/reports/intervals.test.ts',
      'test/unit/reports/files.test.ts',
      'test/worker/services/reports.test.ts',
    ],
  },
  {
    id: 'over-capacity-time-of-the-last-day-only',
    file: 'src/reports/answer/over-list.ts',
    find: 'last.seconds += period.seconds;',
    replace: 'last.seconds = period.seconds;',
    breaks:
      'When a venue is over capacity from one day into the next, the report shows only the time of the second day.',
    tests: ['test/unit/reports/report.test.ts', 'test/worker/services/reports.test.ts'],
  },
  {
    id: 'csv-escapes-first-quote-only',
    file: 'src/reports/sealed/csv.ts',
    find: `text.replaceAll('"', '""')`,
    replace: `text.replace('"', '""')`,
    breaks: 'A CSV file is split into wrong columns when an area name contains a pair of quotation marks.',
    tests: ['test/unit/reports/files.test.ts'],
  },
  {
    id: 'late-tap-spares-its-own-day',
    file: 'src/room/reports/report-calendar.ts',
    find: 'report.endsAt > outdatedFrom',
    replace: 'report.startsAt > outdatedFrom',
    breaks: "A tap that arrives after its day's report was stored never appears in the report of that day.",
    tests: ['test/room/closing.test.ts', 'test/worker/services/reports.test.ts', 'test/room/fuzz-room.test.ts'],
  },
  {
    id: 'ledger-of-days-partly-gone',
    file: 'src/services/reports/read-ledger.ts',
    find: 'days.some(({ startsAt })',
    replace: 'days.every(({ startsAt })',
    breaks: 'A file of single taps looks complete although the taps of some of its days are deleted.',
    tests: ['test/worker/services/reports.test.ts', 'test/room/retention.test.ts'],
  },
  {
    id: 'workbook-dates-off-by-one',
    file: 'web/src/features/reports/downloads/sheet-parts.ts',
    find: '25_569',
    replace: '25_568',
    breaks: 'Every date in the Excel file of a report is a day too early.',
    tests: ['test/web/window/report-workbook.test.ts'],
  },
];
