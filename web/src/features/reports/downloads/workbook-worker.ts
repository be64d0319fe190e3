import writeXlsxFile from 'write-excel-file/browser';
import { autoFilter } from './auto-filter';
import { type IntervalOrder, intervalSheet } from './interval-sheet';
import type { ReportSheet } from './sheet-parts';

export interface WorkbookOrder {
  before: ReportSheet[];
  intervals: IntervalOrder;
  after: ReportSheet[];
}

export type WorkbookAnswer = { type: 'made'; file: Blob } | { type: 'failed'; message: string };

/** Without an explicit font, some programs show bold cells in another font. */
const FONT = { fontFamily: 'Calibri', fontSize: 11 } as const;

async function make({ before, intervals, after }: WorkbookOrder): Promise<WorkbookAnswer> {
  try {
    const sheets = [...before, intervalSheet(intervals), ...after];
    return { type: 'made', file: await writeXlsxFile(sheets, { ...FONT, features: [autoFilter(sheets)] }).toBlob() };
  } catch (error) {
    return { type: 'failed', message: String(error) };
  }
}

/** The workbook is made in a worker, because a month with many areas has hundreds of thousands of rows. */
addEventListener('message', ({ data }: MessageEvent<WorkbookOrder>) => {
  void make(data).then((answer) => postMessage(answer));
});
