import type { BusinessDay } from '../../shared/rules/business-day';
import { MINUTE_MS } from '../../shared/durations';
import { timeColumn, type Values } from './column';
import type { LedgerColumns } from './ledger-columns';
import { timeOn } from './placement';
import { RUN_TAPS_MAX } from '../tap-times';

/**
 * A sort key holds a time (28 bits) and a row number (25 bits) in one number. A million such keys sort many times
 * faster than with a comparison function.
 */
const ROWS_MAX = 2 ** 25;
/** Taps between two pauses: about 15 ms of work. */
const TAPS_AT_ONCE = 4_000;

/** One tap of a ledger row. Times are epoch ms. */
export interface OrderedTap {
  row: number;
  /** The tap's index within its row, from 0 on. */
  index: number;
  /** When the tap was made. */
  occurredAt: number;
  /** When the tap counts on the day. */
  at: number;
}

/**
 * Sorts the taps that count on one day by time. Taps of the same ms stay in the order in which the room counted them.
 */
export class TapOrder {
  private readonly keys = timeColumn();
  /** Sort keys of single taps, all of them within one minute. */
  private readonly taps = timeColumn();
  private day: BusinessDay = { day: '', startsAt: 0, endsAt: 0 };
  private span = { from: 0, to: 0 };

  constructor(private readonly rows: LedgerColumns) {}

  /**
   * Starts over with a new day. Only taps that count in [from, to) are emitted, not the other taps of the same rows.
   * Times are epoch ms.
   */
  begin(day: BusinessDay, span: { from: number; to: number }): void {
    this.keys.clear();
    this.day = day;
    this.span = span;
  }

  /** Adds a row. `at` is when its first tap counts, epoch ms. */
  add(row: number, at: number): void {
    this.keys.push((at - this.day.startsAt) * ROWS_MAX + row);
  }

  /** Calls `tapped` for all taps in order. Yields now and then so that other work can run. */
  *eachTap(tapped: (tap: OrderedTap) => void): Generator<undefined, void> {
    const keys = this.keys.sorted();
    let yielded = 0;
    for (let index = 0; index < keys.length;) {
      const end = this.endOfMinute(keys, index);
      for (const tap of this.minute(keys.subarray(index, end))) {
        if (tap.at >= this.span.from && tap.at < this.span.to) tapped(tap);
        if (++yielded % TAPS_AT_ONCE === 0) yield;
      }
      index = end;
    }
  }

  private hasRun(keys: Values): boolean {
    for (const key of keys) if (this.rows.gaps.has(key % ROWS_MAX)) return true;
    return false;
  }

  private atOf(key: number): number {
    return this.day.startsAt + Math.floor(key / ROWS_MAX);
  }

  private endOfMinute(keys: Values, start: number): number {
    const minute = Math.floor(this.atOf(keys[start] ?? 0) / MINUTE_MS);
    let end = start + 1;
    while (end < keys.length && Math.floor(this.atOf(keys[end] ?? 0) / MINUTE_MS) === minute) end += 1;
    return end;
  }

  /**
   * Yields the taps of rows whose first taps are within one minute. All other taps of these rows are within that
   * minute, too.
   */
  private *minute(keys: Values): Generator<OrderedTap, void> {
    const { rows, day } = this;
    if (!this.hasRun(keys)) {
      for (const key of keys) {
        const row = key % ROWS_MAX;
        yield { row, index: 0, occurredAt: rows.occurredAt.at(row), at: this.atOf(key) };
      }
      return;
    }
    const start = this.atOf(keys[0] ?? 0) - MINUTE_MS;
    const { taps } = this;
    taps.clear();
    const times = new Map<number, number[]>();
    for (const key of keys) {
      const row = key % ROWS_MAX;
      const of = rows.timesOf(row);
      if (of.length > 1) times.set(row, of);
      for (const [index, occurredAt] of of.entries()) {
        taps.push(((timeOn(day, occurredAt) - start) * ROWS_MAX + row) * RUN_TAPS_MAX + index);
      }
    }
    for (const key of taps.sorted()) {
      const row = Math.floor(key / RUN_TAPS_MAX) % ROWS_MAX;
      const index = key % RUN_TAPS_MAX;
      const at = start + Math.floor(key / RUN_TAPS_MAX / ROWS_MAX);
      const occurredAt = times.get(row)?.[index] ?? rows.occurredAt.at(row);
      yield { row, index, occurredAt, at };
    }
  }
}
