import { DAY_MS } from '../../../../../src/shared/durations';
import type { Cell, Sheet, SheetData } from 'write-excel-file/browser';

/** A sheet for write-excel-file, without pictures, because their types differ between platforms. */
export type ReportSheet = Pick<Sheet<Blob>, 'sheet' | 'columns' | 'stickyRowsCount' | 'orientation'> & {
  data: SheetData;
};

/** The number of January 1, 1970, in Excel. Excel's day 1 is January 1, 1900, and Excel counts a leap day in 1900. */
const UNIX_EPOCH_DAY = 25_569;
/** More than the rounding error of a fraction of a day in such a number, and too little to be visible. */
const SLACK_MS = 0.05;

/**
 * Returns a date as Excel stores it, as a number of days. The number is slightly above its second, so that programs do
 * not round it down to the second before.
 * @param wall the local time in ms
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

/** Returns a row of headings, aligned like their values: headings of numbers on the right. */
export const headRow = (heads: readonly { head: string; isNumber: boolean }[]): Cell[] =>
  heads.map(({ head, isNumber }) => ({ ...HEAD, ...(isNumber && { align: 'right' as const }), value: head }));
