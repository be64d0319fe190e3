import { type ReportPart, reportFileName } from '../../../../../src/shared/rules/report-file-name';
import type { Report } from '../../../../../src/shared/schemas/report';
import { fetchFile } from '../../../api/fetch-file';
import { eventPath } from '../../events/events-api';
import { withTexts } from '../../../texts/later-texts';

/** The file formats of a report. */
export type DownloadKind = 'workbook' | 'intervals' | 'taps';

export interface DownloadOptions {
  signal: AbortSignal;
  /** Called with the progress from 0 to 1; not called while the progress is unknown. */
  onShare: (share: number) => void;
}

const FILES: Record<DownloadKind, { part: ReportPart; extension: string }> = {
  workbook: { part: 'report', extension: 'xlsx' },
  intervals: { part: 'intervals', extension: 'csv' },
  taps: { part: 'taps', extension: 'csv' },
};

/** @param revision the requested revision; files of single taps have none */
export const downloadName = (report: Report, kind: DownloadKind, revision: number | null): string =>
  reportFileName(
    { ...report, part: FILES[kind].part, revision: kind === 'taps' ? null : revision },
    FILES[kind].extension,
  );

/** Returns the number of lines that the file should have, including the header line. */
function expectedLines({ intervalStarts, areas, quality }: Report, kind: DownloadKind): number {
  return 1 + (kind === 'taps' ? quality.ledgerRows : intervalStarts.length * (1 + areas.length));
}

/** @param revision which stored revision of the daily report, if the report has only one day; null for the newest */
function csvPath({ eventId, from, to, interval }: Report, kind: DownloadKind, revision: number | null): string {
  const days = new URLSearchParams({ from, to });
  if (kind === 'taps') return `${eventPath(eventId)}/report/ledger?${days}`;
  days.set('interval', String(interval));
  days.set('format', 'csv');
  if (revision !== null) days.set('revision', String(revision));
  return `${eventPath(eventId)}/report?${days}`;
}

/** @throws {Error} the file could not be loaded, or `signal` was aborted */
export async function makeFile(
  report: Report,
  kind: DownloadKind,
  revision: number | null,
  { signal, onShare }: DownloadOptions,
): Promise<Blob> {
  if (kind === 'workbook') return (await withTexts(import('./make-workbook'), 'trouble')).makeWorkbook(report, signal);
  const expected = expectedLines(report, kind);
  return fetchFile(csvPath(report, kind, revision), {
    signal,
    onLines: (lines) => onShare(Math.min(1, lines / expected)),
  });
}
