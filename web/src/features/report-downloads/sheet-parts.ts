import type { Cell, Sheet, SheetData } from 'write-excel-file/browser';

/** What write-excel-file makes a sheet of; without pictures, whose bytes have other types elsewhere. */
export type ReportSheet = Pick<Sheet<Blob>, 'sheet' | 'columns' | 'stickyRowsCount' | 'dateFormat'> & {
  data: SheetData;
};

const HEAD = {
  fontWeight: 'bold',
  backgroundColor: '#E4EAD8',
  wrap: true,
  alignVertical: 'top',
  bottomBorderStyle: 'thin',
} as const;

export const headRow = (heads: readonly string[]): Cell[] => heads.map((value) => ({ ...HEAD, value }));
