import { MINUTE_MS } from '../shared/limits';
import type { LedgerRow } from './state';

const isSameMinute = (a: number, b: number): boolean => Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS);
const isLate = (row: LedgerRow): boolean => row.adjusted !== 0;
/** Floored taps, undoes and transfers stand in rows of their own (docs/decisions/0002). */
const isAlone = (row: LedgerRow): boolean => row.floored !== 0 || row.undoes !== null || row.otherAreaId !== null;

const continues = (run: LedgerRow, row: LedgerRow): boolean =>
  run.clientId === row.clientId &&
  run.lastSeq === row.firstSeq - 1 &&
  run.change === row.change &&
  isSameMinute(run.occurredAt, row.occurredAt) &&
  isSameMinute(run.receivedAt, row.receivedAt) &&
  isLate(run) === isLate(row);

/**
 * Ledger rows in the making: consecutive equal taps of a client join into runs. Only the newest row of an area is
 * continued, so that an area's rows tell its occupancies in order, and the highest is always at a row's end.
 */
export class Runs {
  readonly rows: LedgerRow[] = [];
  /** Each area's newest row, while the next tap may still continue it. */
  private readonly open = new Map<string, LedgerRow>();

  /** Continues the area's newest run with `row`, or begins a new row; `row` itself is never changed. */
  add(row: LedgerRow): void {
    const run = this.open.get(row.areaId);
    if (run !== undefined && !isAlone(row) && continues(run, row)) {
      run.lastSeq = row.lastSeq;
      run.ins += row.ins;
      run.outs += row.outs;
      run.adjusted += row.adjusted;
      run.occurredAt = Math.min(run.occurredAt, row.occurredAt);
      run.occupancy = row.occupancy;
      return;
    }
    const begun = { ...row };
    this.rows.push(begun);
    if (isAlone(row)) this.open.delete(row.areaId);
    else this.open.set(row.areaId, begun);
  }
}
