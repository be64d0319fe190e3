export type Cell = string | number | null;

/** Without it spreadsheets take UTF-8 for something else. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What makes a spreadsheet run a text as a formula (OWASP, CSV Injection), full-width signs included. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
/** RFC 4180, and what some spreadsheets part columns by. */
const TO_QUOTE = /[",;\t\r\n]/;

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line with its end. Texts that would be run as formulas get an apostrophe before them: names are anyone's. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(written).join(',')}\r\n`;
