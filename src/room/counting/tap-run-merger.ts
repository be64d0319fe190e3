import { MINUTE_MS } from '../../shared/limits';
import { GapWriter, RUN_TAPS_MAX, tapTimes } from '../../reports/tap-times';
import type { LedgerRow } from '../../stored/ledger';

const isSameMinute = (a: number, b: number): boolean => Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS);
const isLate = (row: LedgerRow): boolean => row.adjusted !== 0;
/**
 * Whether the row cannot be part of a run: floored taps, undoes and transfers have rows of their own
 * (docs/decisions/0002).
 */
const isAlone = (row: LedgerRow): boolean => row.floored !== 0 || row.undoes !== null || row.otherAreaId !== null;

const continues = (run: LedgerRow, row: LedgerRow): boolean =>
  run.clientId === row.clientId &&
  run.lastSeq === row.firstSeq - 1 &&
  row.lastSeq - run.firstSeq < RUN_TAPS_MAX &&
  run.change === row.change &&
  isSameMinute(run.occurredAt, row.occurredAt) &&
  isSameMinute(run.receivedAt, row.receivedAt) &&
  isLate(run) === isLate(row);

/** A run that the next tap can still extend. */
interface OpenRun {
  row: LedgerRow;
  gaps: GapWriter;
  /** When the tap with the run's last seq was made; epoch ms. */
  lastAt: number;
}

/**
 * Merges consecutive equal taps of a client into one ledger row, a run. Only the newest row of an area is extended, so
 * that the rows of an area show its occupancies in order.
 */
export class TapRunMerger {
  readonly rows: LedgerRow[] = [];
  /** The newest row of each area by area id, while the next tap can still extend it. */
  private readonly open = new Map<string, OpenRun>();

  /** Extends the area's newest run with `row`, or begins a new row; `row` itself is never changed. */
  add(row: LedgerRow): void {
    const times = tapTimes(row);
    const run = this.open.get(row.areaId);
    if (run !== undefined && times !== null && !isAlone(row) && continues(run.row, row)) {
      run.row.lastSeq = row.lastSeq;
      run.row.ins += row.ins;
      run.row.outs += row.outs;
      run.row.adjusted += row.adjusted;
      run.row.occupancy = row.occupancy;
      extend(run, times);
      return;
    }
    const begun = { ...row };
    this.rows.push(begun);
    // A run without tap times comes from a log that an earlier release wrote. It is not extended.
    if (isAlone(row) || times === null) this.open.delete(row.areaId);
    else this.open.set(row.areaId, opened(begun, times));
  }

  /** Ends all runs: the rows so far do not change any more, and later taps begin new rows. */
  end(): void {
    this.open.clear();
  }
}

function opened(row: LedgerRow, times: readonly number[]): OpenRun {
  const run = { row, gaps: new GapWriter(), lastAt: row.occurredAt };
  if (times.length > 1) extend(run, times.slice(1));
  return run;
}

function extend(run: OpenRun, times: readonly number[]): void {
  for (const at of times) {
    run.gaps.add(at - run.lastAt);
    run.lastAt = at;
  }
  run.row.gaps = run.gaps.text;
}
