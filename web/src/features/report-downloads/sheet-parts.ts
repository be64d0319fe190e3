import { DAY_MS } from '../../../../src/shared/limits';
import type { Cell, Sheet, SheetData } from 'write-excel-file/browser';

/** What write-excel-file makes a sheet of; without pictures, whose bytes have other types elsewhere. */
export type ReportSheet = Pick<Sheet<Blob>, 'sheet' | 'columns' | 'stickyRowsCount' | 'orientation'> & {
  data: SheetData;
};

/** Excel's day 1 is January 1, 1900, which it takes for a day before the leap day of a year that had none. */
const UNIX_EPOCH_DAY = 25_569;
/** More than a fraction of a day is off by as such a number, and too little to be seen. */
const SLACK_MS = 0.05;

/** A date as Excel has it, as a number, never so little before its second that readers take it for the one before. @param wall in ms */
export const serialDate = (wall: number): number =>
  UNIX_EPOCH_DAY + (wall % DAY_MS === 0 ? wall : wall + SLACK_MS) / DAY_MS;

const HEAD = {
  fontWeight: 'bold',
  backgroundColor: '#E4EAD8',
  wrap: true,
  alignVertical: 'top',
  bottomBorderStyle: 'thin',
} as const;

/** Heads stand above their values: those of numbers on the right. */
export const headRow = (heads: readonly { head: string; isNumber: boolean }[]): Cell[] =>
  heads.map(({ head, isNumber }) => ({ ...HEAD, ...(isNumber && { align: 'right' as const }), value: head }));
