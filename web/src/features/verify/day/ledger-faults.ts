import { IDS_PER_MS } from '../../../../../src/shared/reports/limits';
import type { SubjectReport } from './day-report';
import type { LedgerLine } from './ledger-lines';
import type { DayRecords } from './people-at';

/** A place at which a ledger does not add up, in itself or with the report. `line` is the line's number in the file. */
export type Fault =
  | { type: 'unreadable'; line: number }
  /** In minus out of a line is not the change of a tap times the number of taps. */
  | { type: 'change'; line: number; id: string; counted: number; expected: number }
  /** The running numbers, or the times, are not as many as the taps. */
  | { type: 'seqs' | 'times'; line: number; id: string; counted: number; expected: number }
  /** The id is not above that of the line before. */
  | { type: 'order'; line: number; id: string }
  /** `area` is null for the venue. */
  | { type: 'sum'; area: string | null; column: 'in' | 'out' | 'floored'; report: number; ledger: number }
  | { type: 'lines'; report: number; ledger: number };

/** Returns an id as a number. An id is `<ms>-<running number>`. */
function idOf(id: string): number {
  const [ms = '', running = ''] = id.split('-');
  return ms === '' || running === '' ? Number.NaN : Number(ms) * IDS_PER_MS + Number(running);
}

function* faultsOfLine(row: LedgerLine, before: number): Generator<Fault, void> {
  const { line, id, change, taps, ins, outs, floored, adjusted, undoes, firstSeq, lastSeq, offsets } = row;
  const numbers = [idOf(id), change, taps, ins, outs, floored, adjusted, undoes ?? 0, firstSeq, lastSeq];
  if ([...numbers, row.madeAt, row.arrivedAt, ...(offsets ?? [])].some(Number.isNaN)) {
    yield { type: 'unreadable', line };
    return;
  }
  if (ins - outs !== change * taps) {
    yield { type: 'change', line, id, counted: ins - outs, expected: change * taps };
  }
  if (lastSeq - firstSeq + 1 !== taps) {
    yield { type: 'seqs', line, id, counted: lastSeq - firstSeq + 1, expected: taps };
  }
  if (offsets !== null && offsets.length !== taps) {
    yield { type: 'times', line, id, counted: offsets.length, expected: taps };
  }
  if (idOf(id) <= before) yield { type: 'order', line, id };
}

interface Sums {
  in: number;
  out: number;
  floored: number;
}
const COLUMNS = ['in', 'out', 'floored'] as const;

function* faultsOfSums(area: string | null, { ins, outs, floored }: SubjectReport, sums: Sums): Generator<Fault, void> {
  const reported: Sums = { in: ins, out: outs, floored };
  for (const column of COLUMNS) {
    const [report, ledger] = [reported[column], sums[column]];
    // For a line that cannot be read, there is a fault of its own.
    if (report !== ledger && !Number.isNaN(ledger)) yield { type: 'sum', area, column, report, ledger };
  }
}

/**
 * Finds where the ledger of a day does not add up: line by line, and with the sums of the report. An unchanged day has no
 * fault.
 */
export function faultsOf({ report, lines }: Omit<DayRecords, 'sets'>): Fault[] {
  const faults: Fault[] = [];
  const venue: Sums = { in: 0, out: 0, floored: 0 };
  const areas = new Map<string, Sums>(report.areas.map(({ areaId }) => [areaId, { in: 0, out: 0, floored: 0 }]));
  let before = 0;
  for (const line of lines) {
    faults.push(...faultsOfLine(line, before));
    before = Math.max(before, idOf(line.id) || 0);
    // The venue leaves out moves between its areas.
    for (const sums of [areas.get(line.areaId), line.otherAreaId === null ? venue : undefined]) {
      if (sums === undefined) continue;
      sums.in += line.ins;
      sums.out += line.outs;
      sums.floored += line.floored;
    }
  }
  faults.push(...faultsOfSums(null, report.venue, venue));
  for (const area of report.areas) {
    const sums = areas.get(area.areaId);
    if (sums !== undefined) faults.push(...faultsOfSums(area.areaName, area, sums));
  }
  if (lines.length !== report.quality.rows) {
    faults.push({ type: 'lines', report: report.quality.rows, ledger: lines.length });
  }
  return faults;
}
