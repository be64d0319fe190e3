import { type Context, Hono } from 'hono';
import { attachment } from './attachment';
import type { AppEnv } from '../services/context';
import { chunked, textStream } from '../http/text-stream';
import { listReports } from '../services/reports/list';
import { readReport } from '../services/reports/read';
import { readLedger } from '../services/reports/read-ledger';
import { type ReportFile, reportFileName } from '../shared/rules/report-file-name';
import { intervalCsv } from '../reports/files/interval-csv';

/** The calls below an event's path that return reports. */
export const reports = new Hono<AppEnv>();

/** How many UTF-16 units of text are sent as one piece. */
const PIECE_LENGTH = 65_536;

/** Answers with a CSV file, which browsers save under a descriptive name. */
const csv = (c: Context<AppEnv>, pieces: Iterator<string> | AsyncIterator<string>, file: ReportFile): Response =>
  c.body(textStream(pieces), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    ...attachment(reportFileName(file, 'csv')),
  });

reports.get('/:eventId/report', async (c) => {
  const { from, to, interval, revision, format } = c.req.query();
  const parameters = { from, to, interval, revision, format };
  const asked = await readReport(c.get('services'), c.req.param('eventId'), parameters);
  const { report } = asked;
  if (asked.format === 'json') return c.json(report);
  return csv(c, chunked(intervalCsv(report), PIECE_LENGTH), {
    ...report,
    part: 'intervals',
    revision: asked.revision,
  });
});

reports.get('/:eventId/report/ledger', async (c) => {
  const { from, to } = c.req.query();
  const { plan, pieces } = await readLedger(c.get('services'), c.req.param('eventId'), { from, to });
  return csv(c, pieces, { ...plan, part: 'taps' });
});

reports.get('/:eventId/reports', async (c) => c.json(await listReports(c.get('services'), c.req.param('eventId'))));
