import { MINUTE_MS } from '../../shared/durations';
import { GapWriter, RUN_TAPS_MAX, tapTimes } from '../../reports/tap-times';
import type { LedgerRow } from '../../stored/ledger';
import type { TapEffect } from '../../stored/tap-effect';

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS);
const isLate = ({ adjusted }: TapEffect): boolean => adjusted !== 0;
/**
 * Whether the row cannot be part of a run: floored taps, undoes and transfers have rows of their own
 * (docs/decisions/0002).
 */
const isAlone = (row: LedgerRow): boolean => row.floored !== 0 || row.undoes !== null || row.otherAreaId !== null;

/** Equal taps of one client in one area, in order of seq. */
type Taps = Pick<
  LedgerRow,
  'clientId' | 'areaId' | 'firstSeq' | 'lastSeq' | 'change' | 'occurredAt' | 'receivedAt' | 'category'
>;

const continues = ({ row, occurredIn, receivedIn }: OpenRun, taps: Taps, effect: TapEffect): boolean =>
  row.clientId === taps.clientId &&
  row.lastSeq === taps.firstSeq - 1 &&
  taps.lastSeq - row.firstSeq < RUN_TAPS_MAX &&
  row.change === taps.change &&
  row.category === taps.category &&
  occurredIn === minuteOf(taps.occurredAt) &&
  receivedIn === minuteOf(taps.receivedAt) &&
  isLate(row) === isLate(effect);

/** A run that the next tap can still extend. */
interface OpenRun {
  row: LedgerRow;
  /** The minutes in which its taps occurred and were received, since the epoch. */
  occurredIn: number;
  receivedIn: number;
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
    const run = isAlone(row) ? undefined : this.extended(row, row);
    if (run !== undefined) {
      addTimes(run, tapTimes(row));
      return;
    }
    const begun = { ...row };
    this.rows.push(begun);
    if (isAlone(row)) this.open.delete(row.areaId);
    else this.open.set(row.areaId, opened(begun, tapTimes(row)));
  }

  /** Extends the area's newest run with one tap that could share a row. Returns false if it is no part of that run. */
  extend(tap: Taps, effect: TapEffect): boolean {
    const run = this.extended(tap, effect);
    if (run !== undefined) addTime(run, tap.occurredAt);
    return run !== undefined;
  }

  /** Adds the taps to the area's newest run, except their times; undefined if they are no part of that run. */
  private extended(taps: Taps, effect: TapEffect): OpenRun | undefined {
    const run = this.open.get(taps.areaId);
    if (run === undefined || !continues(run, taps, effect)) return undefined;
    run.row.lastSeq = taps.lastSeq;
    run.row.ins += effect.ins;
    run.row.outs += effect.outs;
    run.row.adjusted += effect.adjusted;
    run.row.occupancy = effect.occupancy;
    return run;
  }

  /** Ends all runs: the rows so far do not change any more, and later taps begin new rows. */
  end(): void {
    this.open.clear();
  }
}

function opened(row: LedgerRow, times: readonly number[]): OpenRun {
  const { occurredAt, receivedAt } = row;
  const run: OpenRun = {
    row,
    occurredIn: minuteOf(occurredAt),
    receivedIn: minuteOf(receivedAt),
    gaps: new GapWriter(),
    lastAt: occurredAt,
  };
  if (times.length > 1) addTimes(run, times.slice(1));
  return run;
}

function addTime(run: OpenRun, at: number): void {
  run.gaps.add(at - run.lastAt);
  run.lastAt = at;
  run.row.gaps = run.gaps.text;
}

function addTimes(run: OpenRun, times: readonly number[]): void {
  for (const at of times) addTime(run, at);
}
