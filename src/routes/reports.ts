import type { Context } from 'hono';
import { byteStream, chunked } from '../http/text-stream';
import { intervalCsv } from '../reports/files/interval-csv';
import type { AppEnv } from '../services/context';
import { openPack, type Pack } from '../services/evidence/pack';
import { listSeals } from '../services/evidence/seals';
import { listReports } from '../services/reports/list';
import { readOccupancyAt } from '../services/reports/occupancy-at';
import { readReport } from '../services/reports/read';
import { readLedger } from '../services/reports/read-ledger';
import {
  MINUTE_INTERVALS_DAYS_MAX,
  REPORT_DAYS_MAX,
  REPORT_DAYS_PER_PAGE_MAX,
  SEALS_PER_PAGE_MAX,
  TAPS_FILE_DAYS_MAX,
} from '../shared/reports/limits';
import { SealListSchema } from '../shared/sealed/schemas';
import { type ReportFile, reportFileName } from '../shared/rules/report-file-name';
import {
  DEFAULT_REPORT_INTERVAL,
  REPORT_INTERVALS,
  ReportSchema,
  StoredReportListSchema,
} from '../shared/schemas/report';
import { OccupancyAtSchema } from '../shared/schemas/report';
import { attachment, csvFile } from './attachment';
import { type Call, call, type Parameter } from './call';
import { pageOf, pageParameters } from './request/page';
import { REVIEWER } from './who';

/** How many UTF-16 units of text are sent as one piece. */
const PIECE_LENGTH = 65_536;

/** Answers with a CSV file, which browsers save under a descriptive name. */
const csv = (c: Context<AppEnv>, pieces: Iterator<string> | AsyncIterator<string>, file: ReportFile): Response =>
  csvFile(c, pieces, reportFileName(file, 'csv'));

export const rangeOf = (daysMax: number): readonly Parameter[] => [
  {
    name: 'from',
    in: 'query',
    description: `The first business day. It requires \`to\`, and the range has at most ${daysMax} days. Without both parameters, the call uses the newest active day.`,
    schema: { type: 'string', format: 'date' },
  },
  {
    name: 'to',
    in: 'query',
    description: 'The last business day.',
    schema: { type: 'string', format: 'date' },
  },
];

/** The moment for which the occupancy is asked. */
export const MOMENT: Parameter = {
  name: 'at',
  in: 'query',
  description:
    'The moment: ISO 8601 with `Z` or an offset such as `+02:00`, or a local time of the event’s time zone such ' +
    'as `2026-07-31T23:42` or `2026-07-31T23:42:10`. It must not be in the future.',
};

/** Answers with an evidence pack, which browsers save under a descriptive name. */
export const zip = (c: Context<AppEnv>, { pieces, ...pack }: Pack): Response =>
  c.body(byteStream(pieces), 200, {
    'Content-Type': 'application/zip',
    ...attachment(reportFileName({ ...pack, part: 'evidence' }, 'zip')),
  });

export const REPORT_CALLS: readonly Call[] = [
  call({
    route: 'GET /api/events/:eventId/report',
    id: 'readReport',
    summary: 'Get the report of one or more business days, finished or still running',
    description:
      'The CSV format contains the table of intervals, in UTF-8 with a byte order mark. Its times are in the event’s ' +
      'time zone. A text that a spreadsheet would run as a formula is prefixed with an apostrophe. What an organizer did ' +
      'names the member of the account, as `person`, `givenByPerson` and so on: with the email of the login, or for ' +
      'whoever has left the account with `formerMember`, a number that stays theirs. API keys get no names of members, ' +
      'and an account that has only ever had one member has none.',
    who: REVIEWER,
    scope: 'read',
    parameters: [
      ...rangeOf(REPORT_DAYS_MAX),
      {
        name: 'interval',
        in: 'query',
        description: `The length of an interval: minutes, or \`day\` for a business day. A report over more than ${MINUTE_INTERVALS_DAYS_MAX} days can only have \`day\`, which is also its default.`,
        schema: { enum: REPORT_INTERVALS, default: DEFAULT_REPORT_INTERVAL },
      },
      {
        name: 'revision',
        in: 'query',
        description:
          'The revision of a single day’s stored report. Without this parameter, the report has the current figures.',
        schema: { type: 'integer', minimum: 1 },
      },
      {
        name: 'format',
        in: 'query',
        description: 'The format of the answer. `csv` returns the intervals as a file.',
        schema: { type: 'string', enum: ['json', 'csv'], default: 'json' },
      },
    ],
    answer: ReportSchema,
    isAlsoCsv: true,
    errors: ['unavailable'],
    handle: async ({ c, ctx, access }) => {
      const { from, to, interval, revision, format } = c.req.query();
      const { report, ...asked } = await readReport(ctx, access, { from, to, interval, revision, format });
      if (asked.format === 'json') return report;
      const file = { ...report, part: 'intervals', revision: asked.revision } as const;
      return csv(c, chunked(intervalCsv(report), PIECE_LENGTH), file);
    },
  }),
  call({
    route: 'GET /api/events/:eventId/report/ledger',
    id: 'readLedger',
    summary: 'Export the single taps of one or more business days',
    description:
      'The file has one line for each row of the ledger, in the order in which the room counted them. A row is a run ' +
      'of equal taps of one client within a minute. Its id is a text such as `1793743200140-000`: the time of receipt' +
      ' in ms, and a running number. The server streams the file while it reads the ledger. The call is refused for ' +
      'days whose single taps are no longer kept.',
    who: REVIEWER,
    scope: 'read',
    parameters: rangeOf(TAPS_FILE_DAYS_MAX),
    answer: 'csv',
    errors: ['unavailable'],
    handle: async ({ c, ctx, access }) => {
      const { from, to } = c.req.query();
      const { plan, pieces } = await readLedger(ctx, access, { from, to });
      return csv(c, pieces, { ...plan, part: 'taps' });
    },
  }),
  call({
    route: 'GET /api/events/:eventId/occupancy',
    id: 'readOccupancyAt',
    summary: 'Get how many people were inside at a moment of the past',
    description:
      'A tap counts from the moment at which it was made, also if it arrived later; `knownThen` is the number that the ' +
      'event’s devices showed at the moment itself. The moment is answered to the second while the day’s single taps ' +
      'are kept, and afterwards within the five minutes that contain it.',
    who: REVIEWER,
    scope: 'read',
    parameters: [MOMENT],
    answer: OccupancyAtSchema,
    errors: ['unavailable'],
    handle: ({ c, ctx, access }) => readOccupancyAt(ctx, access, c.req.query('at')),
  }),
  call({
    route: 'GET /api/events/:eventId/reports',
    id: 'listReports',
    summary: 'List the stored daily reports, newest day and revision first',
    description:
      'The room stores the report of a business day soon after the day ends. Taps that arrive later create a new ' +
      'revision, and the earlier revisions stay.',
    who: REVIEWER,
    scope: 'read',
    parameters: pageParameters('days', REPORT_DAYS_PER_PAGE_MAX),
    answer: StoredReportListSchema,
    errors: ['unavailable'],
    handle: ({ c, ctx, access }) => listReports(ctx, access, pageOf(c, REPORT_DAYS_PER_PAGE_MAX)),
  }),
  call({
    route: 'GET /api/events/:eventId/seals',
    id: 'listSeals',
    summary: 'List the seals of closed business days, newest first',
    description:
      'Soon after the report of a day is stored, the day is sealed: a link of the event’s chain has the hashes of the ' +
      'day’s files and of the link before. A later revision gets a link of its own. Links are never changed or removed.',
    who: REVIEWER,
    scope: 'read',
    parameters: [
      ...pageParameters('seals', SEALS_PER_PAGE_MAX),
      {
        name: 'day',
        in: 'query',
        description: 'Only the seals of this business day, one for each sealed revision.',
        schema: { type: 'string', format: 'date' },
      },
    ],
    answer: SealListSchema,
    errors: ['unavailable'],
    handle: ({ c, ctx, access }) =>
      listSeals(ctx, access, { ...pageOf(c, SEALS_PER_PAGE_MAX), day: c.req.query('day') }),
  }),
  call({
    route: 'GET /api/events/:eventId/evidence',
    id: 'readEvidence',
    summary: 'Get the evidence pack of one or more closed business days',
    description:
      'A ZIP archive that the page `/verify` checks: for each day the report as HTML, figures, single taps and journal ' +
      'as they were sealed; the chain of seals; the public keys; how to check them (`README.txt`); and the sums of all ' +
      'files (`SHA256SUMS`). What is no longer kept is left out.',
    who: REVIEWER,
    scope: 'read',
    parameters: rangeOf(TAPS_FILE_DAYS_MAX),
    answer: 'zip',
    errors: ['unavailable'],
    handle: async ({ c, ctx, access }) => {
      const { from, to } = c.req.query();
      return zip(c, await openPack(ctx, access, { from, to }, new URL(c.req.url).origin));
    },
  }),
];
