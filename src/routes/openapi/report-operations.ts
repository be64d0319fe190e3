import { REPORT_DAYS_MAX } from '../../shared/limits';
import {
  DEFAULT_REPORT_INTERVAL,
  REPORT_INTERVALS,
  ReportSchema,
  StoredReportListSchema,
} from '../../shared/schemas/report';
import type { Operation, Parameter } from './operation';

const RANGE: readonly Parameter[] = [
  {
    name: 'from',
    in: 'query',
    description:
      `First business day, with \`to\`: at most ${REPORT_DAYS_MAX} days. Without both it is the newest day on which ` +
      'something was counted.',
    schema: { type: 'string', format: 'date' },
  },
  {
    name: 'to',
    in: 'query',
    description: 'Last business day.',
    schema: { type: 'string', format: 'date' },
  },
];

export const REPORTS: readonly Operation[] = [
  {
    route: 'GET /api/events/:eventId/report',
    id: 'readReport',
    summary: 'The report over some days, finished or still running',
    description:
      'As CSV it is the table of intervals: in UTF-8 with a byte order mark, times as the event’s clocks show them, and texts ' +
      'that a spreadsheet would run as formulas with an apostrophe before them.',
    who: 'owner',
    parameters: [
      ...RANGE,
      {
        name: 'interval',
        in: 'query',
        description: 'Minutes of an interval.',
        schema: { type: 'integer', enum: REPORT_INTERVALS, default: DEFAULT_REPORT_INTERVAL },
      },
      {
        name: 'revision',
        in: 'query',
        description: 'Of the single day’s stored report. Without it: what holds now.',
        schema: { type: 'integer', minimum: 1 },
      },
      {
        name: 'format',
        in: 'query',
        description: '`csv` for the intervals as a file.',
        schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
      },
    ],
    answer: ReportSchema,
    isAlsoCsv: true,
    errors: ['unavailable'],
  },
  {
    route: 'GET /api/events/:eventId/report/ledger',
    id: 'readLedger',
    summary: 'The single taps of some days',
    description:
      'A file of a line for each row of the ledger, in the order in which they were counted; a row is a run of equal taps of ' +
      'one client within a minute, and its id a text such as `1793743200140-000`: the time of receipt in ms, and a running ' +
      'number. It is sent while it is read. Refused for days whose single taps are not kept any more.',
    who: 'owner',
    parameters: RANGE,
    answer: 'csv',
    errors: ['unavailable'],
  },
  {
    route: 'GET /api/events/:eventId/reports',
    id: 'listReports',
    summary: 'The stored daily reports, newest day and revision first',
    description: 'A day is closed as it ends. Taps that arrive later make a further revision; the earlier ones stay.',
    who: 'owner',
    answer: StoredReportListSchema,
    errors: ['unavailable'],
  },
];
