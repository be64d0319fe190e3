import { namedRows, plainText } from './read-csv';

/**
 * A line of a sealed ledger (src/reports/sealed/ledger-file.ts). Times are epoch ms. A number that
 * cannot be read, in a changed file, is NaN here.
 */
export interface LedgerLine {
  /** The line's number in the file. The first line has the names of the columns. */
  line: number;
  id: string;
  areaId: string;
  otherAreaId: string | null;
  change: number;
  taps: number;
  ins: number;
  outs: number;
  floored: number;
  adjusted: number;
  undoes: number | null;
  clientId: string;
  firstSeq: number;
  lastSeq: number;
  /** When the first tap was made. */
  madeAt: number;
  /** When the first tap arrived. */
  arrivedAt: number;
  /** When each tap was made, in ms after the first one; null for a single tap, and for a run without tap times. */
  offsets: number[] | null;
}

const NAMES = [
  'id',
  'area_id',
  'other_area_id',
  'change',
  'taps',
  'in',
  'out',
  'floored',
  'adjusted',
  'undoes',
  'client_id',
  'first_seq',
  'last_seq',
  'device_time',
  'server_time',
  'tap_offsets_ms',
] as const;

const numberOf = (cell: string): number => (/^-?\d+$/.test(cell) ? Number(cell) : Number.NaN);

/**
 * Reads a sealed ledger.
 * @param columns its columns, as its seal lists them
 * @throws {Error} the text has other columns
 */
export function readLedger(text: string, columns: readonly string[]): LedgerLine[] {
  const lines: LedgerLine[] = [];
  for (const row of namedRows(text, columns, NAMES)) {
    lines.push({
      line: lines.length + 2,
      id: row.id,
      areaId: plainText(row.area_id),
      otherAreaId: row.other_area_id === '' ? null : plainText(row.other_area_id),
      change: numberOf(row.change),
      taps: numberOf(row.taps),
      ins: numberOf(row.in),
      outs: numberOf(row.out),
      floored: numberOf(row.floored),
      adjusted: numberOf(row.adjusted),
      undoes: row.undoes === '' ? null : numberOf(row.undoes),
      clientId: plainText(row.client_id),
      firstSeq: numberOf(row.first_seq),
      lastSeq: numberOf(row.last_seq),
      madeAt: Date.parse(row.device_time),
      arrivedAt: Date.parse(row.server_time),
      offsets: row.tap_offsets_ms === '' ? null : plainText(row.tap_offsets_ms).split(' ').map(numberOf),
    });
  }
  return lines;
}
