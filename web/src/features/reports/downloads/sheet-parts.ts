import { DAY_MS } from '../../../../../src/shared/limits';
import type { Cell, Sheet, SheetData } from 'write-excel-file/browser';

/** What write-excel-file makes a sheet of; without pictures, whose bytes have different types elsewhere. */
export type ReportSheet = Pick<Sheet<Blob>, 'sheet' | 'columns' | 'stickyRowsCount' | 'orientation'> & {
  data: SheetData;
};

/** Excel's day 1 is January 1, 1900, and it believes that 1900 had a leap day. */
const UNIX_EPOCH_DAY = 25_569;
/** More than the error of a fraction of a day in such a number, and too little to be visible. */
const SLACK_MS = 0.05;

/**
 * A date as Excel stores it, as a number, slightly above its second so that readers do not take it for the one before.
 * @param wall in ms
 */
export const serialDate = (wall: number): number =>
  UNIX_EPOCH_DAY + (wall % DAY_MS === 0 ? wall : wall + SLACK_MS) / DAY_MS;

const HEAD = {
  fontWeight: 'bold',
  backgroundColor: '#E4EAD8',
  wrap: true,
  alignVertical: 'top',
  bottomBorderStyle: 'thin',
} as const;

/** Headings are aligned like their values: those of numbers on the right. */
export const headRow = (heads: readonly { head: string; isNumber: boolean }[]): Cell[] =>
  heads.map(({ head, isNumber }) => ({ ...HEAD, ...(isNumber && { align: 'right' as const }), value: head }));
