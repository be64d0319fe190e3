import { IDS_PER_MS } from '../../shared/reports/limits';

export type Cell = string | number | null;

/** Without this character at the start, spreadsheets do not recognize UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** Characters that make a spreadsheet run a text as a formula (OWASP, CSV Injection), including full-width signs. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** Cells with these characters are quoted: those of RFC 4180, and the column separators of some spreadsheets. */
const TO_QUOTE = /[",;\t\r\n]/;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * One CSV line with its line break. A text that would run as a formula gets an apostrophe in front, because anybody can
 * choose a name.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`;

/** The id as `<ms>-<running number>`: spreadsheets keep 15 digits of a number, and an id has 16. */
export const idText = (id: number): string =>
  `${Math.floor(id / IDS_PER_MS)}-${String(id % IDS_PER_MS).padStart(3, '0')}`;
