import type { Cell, Sheet, SheetData } from 'write-excel-file/browser';

/** What write-excel-file makes a sheet of; without pictures, whose bytes have other types elsewhere. */
export type ReportSheet = Pick<Sheet<Blob>, 'sheet' | 'columns' | 'stickyRowsCount' | 'dateFormat' | 'orientation'> & {
  data: SheetData;
};

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
