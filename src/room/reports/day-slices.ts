import { MINUTE_MS } from '../../shared/durations';
import { SLOT_MS } from '../../shared/reports/limits';
import { stepsOf } from '../../reports/days/build-days';
import type { ClientFact, LedgerFact } from '../../reports/facts';
import type { DayFigures } from '../../reports/figures';
import { LedgerColumns } from '../../reports/days/ledger-columns';
import { Placement, timeOn } from '../../reports/days/placement';
import type { Build } from '../../reports/plan';
import { DayAggregator } from '../../reports/days/day-aggregator';
import { TapOrder } from '../../reports/days/tap-order';
import { tapTimes } from '../../reports/tap-times';
import type { LedgerReader } from '../storage/ledger-reader';
import { SLICING } from './limits';
import type { SurveyedRows } from '../ledger/slice-rows';
import { Survey } from './survey';

interface Span {
  from: number;
  to: number;
}

/**
 * Builds the figures of days of any size in bounded memory and many short steps. First it surveys which parts of the
 * ledger contain taps of which time, then it reads and counts one slice of time after another (docs/decisions/0015).
 * The figures equal those of DayBuilder. Times are epoch ms.
 */
export class DaySlices {
  private readonly rows = new LedgerColumns();
  private readonly order = new TapOrder(this.rows);
  private readonly clients = new Map<string, ClientFact>();
  private readonly survey: Survey;
  private readonly placement: Placement;
  private readonly sweep: DayAggregator;

  /** The number of taps in each millisecond of one slot. The array is allocated once, because it is large. */
  private tapsByMs: Uint32Array | undefined;

  /** Throws on a journal entry that no room can have written. */
  constructor(
    private readonly build: Build,
    private readonly history: LedgerReader,
    private readonly limits = SLICING,
  ) {
    const steps = stepsOf(build);
    this.survey = new Survey(build.days);
    this.placement = new Placement(build, steps);
    this.sweep = new DayAggregator(build, steps, this.placement, this.clients);
  }

  /** Each `next()` works for about 10 ms. Yields a day's figures once they are complete, otherwise undefined. */
  *steps(): Generator<DayFigures | undefined, void> {
    yield* this.surveyRows();
    for (const [index, day] of this.build.days.entries()) {
      if (day.startsAt > this.build.now) return;
      this.sweep.begin(day);
      for (const span of this.survey.spans(index, this.limits.taps)) {
        if (span.taps <= this.limits.taps) yield* this.count(index, span);
        else for (const part of yield* this.parts(index, span)) yield* this.count(index, part);
      }
      yield this.sweep.end();
    }
  }

  /**
   * The first pass over all rows. It finds out which parts of the ledger contain taps of which time, and which late
   * taps a reset or recount covers.
   */
  private *surveyRows(): Generator<undefined, void> {
    const { build, survey } = this;
    const ledger = this.history.slices;
    for (let after = build.after; ;) {
      const found: SurveyedRows | null = ledger.survey(after, build.upTo, this.limits.chunkRows);
      if (found === null) return;
      survey.begin(after, found.lastId);
      for (const [slot, taps] of found.slots) this.noteSlot(slot, taps);
      for (const row of found.undoesAndLate) this.noteUndoOrLate(row);
      after = found.lastId;
      yield;
    }
  }

  /**
   * Adds the taps of a slot to the survey. Slots are counted from the epoch, so a day can begin or end within a slot;
   * then the slot counts for both days.
   */
  private noteSlot(slot: number, taps: number): void {
    let noted = '';
    for (const at of [slot * SLOT_MS, (slot + 1) * SLOT_MS - 1]) {
      const index = this.placement.dayOf({ ...NO_UNDO, occurredAt: Math.min(at, this.build.now) });
      const day = this.build.days[index];
      if (day === undefined || noted === day.day) continue;
      this.survey.add(index, timeOn(day, at), taps);
      noted = day.day;
    }
  }

  private noteUndoOrLate(row: LedgerFact): void {
    const { build, placement } = this;
    if (row.occurredAt > build.now) return;
    const index = placement.dayOf(row);
    const day = build.days[index];
    if (day !== undefined && row.undoes !== null) this.survey.add(index, timeOn(day, row.occurredAt), 1);
    if (row.adjusted === 0) return;
    const times = tapTimes(row);
    for (const occurredAt of times) {
      const at = day === undefined ? null : timeOn(day, occurredAt);
      if (occurredAt <= build.now) {
        placement.addLateTap({ ...row, occurredAt }, at, row.adjusted / times.length);
      }
    }
  }

  /** Splits a span that has too many taps into parts that each have few enough taps, or last a single millisecond. */
  private *parts(index: number, span: Span): Generator<undefined, Span[]> {
    const counts = (this.tapsByMs ??= new Uint32Array(SLOT_MS)).fill(0);
    yield* this.read(index, span, (row) => {
      const times = tapTimes(row);
      for (const at of row.undoes === null ? times : [this.countsAt(index, row)]) {
        if (at >= span.from && at < span.to) counts[at - span.from] = (counts[at - span.from] ?? 0) + 1;
      }
    });
    const parts: Span[] = [];
    let taps = 0;
    let { from } = span;
    for (let offset = 0; offset < span.to - span.from; offset++) {
      const count = counts[offset] ?? 0;
      if (taps > 0 && taps + count > this.limits.taps) {
        parts.push({ from, to: span.from + offset });
        from = span.from + offset;
        taps = 0;
      }
      taps += count;
    }
    return [...parts, { from, to: span.to }];
  }

  private *count(index: number, span: Span): Generator<undefined, void> {
    const { rows, order, build } = this;
    const day = build.days[index];
    if (day === undefined) return;
    const part = { from: span.from, to: Math.min(span.to, build.now + 1) };
    order.begin(day, part);
    const isMoment = span.to - span.from === 1;
    yield* this.read(index, span, (row) => {
      order.add(rows.count, this.countsAt(index, row));
      rows.add(row);
      if (!isMoment || rows.count < this.limits.taps) return;
      // Taps of one millisecond are counted in the order of their rows, so they need not all be in memory at once.
      for (const _ of order.eachTap((tap) => this.sweep.tapped(rows, tap)));
      rows.clear();
      order.begin(day, part);
    });
    for (const _ of order.eachTap((tap) => this.sweep.tapped(rows, tap))) yield;
    rows.clear();
  }

  /** Calls `take` with each row that counts on the day and has taps in the span. */
  private *read(index: number, span: Span, take: (row: LedgerFact) => void): Generator<undefined, void> {
    const { build } = this;
    const ledger = this.history.slices;
    // Taps made before the very first day count at that day's start. Apart from undoes, all other taps count at their
    // own time.
    const isFirst = index === 0 && build.opening.at === 0 && span.from === build.days[0]?.startsAt;
    const from = isFirst ? 0 : minuteOf(span.from);
    const to = minuteOf(span.to - 1) + MINUTE_MS;
    for (const { after, upTo } of this.survey.rowsOf(index, span)) {
      const rows = ledger.between(after, upTo, from, to);
      this.learnClients(rows);
      for (const row of rows) if (this.countsIn(index, span, row)) take(row);
      yield;
    }
  }

  private countsIn(index: number, { from, to }: Span, row: LedgerFact): boolean {
    if (row.occurredAt > this.build.now || this.placement.dayOf(row) !== index) return false;
    const at = this.countsAt(index, row);
    if (at >= from && at < to) return true;
    return row.gaps !== null && tapTimes(row).some((each) => each >= from && each < to);
  }

  /** When the row's first tap counts. */
  private countsAt(index: number, { occurredAt }: LedgerFact): number {
    const day = this.build.days[index];
    return day === undefined ? occurredAt : timeOn(day, occurredAt);
  }

  private learnClients(rows: readonly LedgerFact[]): void {
    const unknown = new Set<string>();
    for (const { clientId } of rows) if (!this.clients.has(clientId)) unknown.add(clientId);
    if (unknown.size === 0) return;
    for (const client of this.history.clients(unknown)) this.clients.set(client.clientId, client);
  }
}

const NO_UNDO = { areaId: '', receivedAt: 0, undoneAt: null };

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS;
