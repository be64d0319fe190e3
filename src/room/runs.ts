import { MINUTE_MS } from '../shared/limits';
import type { LedgerRow } from './state';

const minuteOf = (row: LedgerRow): number => Math.floor(row.occurredAt / MINUTE_MS);
const isLate = (row: LedgerRow): boolean => row.adjusted !== 0;
/** Floored taps and undoes stand in rows of their own (docs/decisions/0002). */
const isAlone = (row: LedgerRow): boolean => row.floored !== 0 || row.undoes !== null;

const continues = (run: LedgerRow, row: LedgerRow): boolean =>
  run.lastSeq === row.firstSeq - 1 &&
  run.areaId === row.areaId &&
  run.change === row.change &&
  minuteOf(run) === minuteOf(row) &&
  isLate(run) === isLate(row);

/** Ledger rows in the making: consecutive equal taps of a client join into runs. */
export class Runs {
  readonly rows: LedgerRow[] = [];
  /** Each client's last row, while its next tap may still continue it. */
  private readonly open = new Map<string, LedgerRow>();

  /** Continues the client's run with `row`, or begins a new row; `row` itself is never changed. */
  add(row: LedgerRow): void {
    const run = this.open.get(row.clientId);
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
    if (isAlone(row)) this.open.delete(row.clientId);
    else this.open.set(row.clientId, begun);
  }
}
