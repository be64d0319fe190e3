import type { BusinessDay } from '../../shared/rules/business-day';
import type { ClientFact } from '../facts';
import type { DayFigures } from '../figures';
import { LedgerColumns } from './ledger-columns';
import { Placement, timeOn } from './placement';
import type { Build, LedgerPage } from '../plan';
import { type LateChanges, lateChangesAt } from './late-changes';
import { readStep, type Step } from '../steps';
import { DayAggregator } from './day-aggregator';
import { TapOrder } from './tap-order';

/**
 * The journal entries of a build that change figures, in order of time. Throws on an entry that no room can have
 * written.
 */
export const stepsOf = ({ standing, now, knownUntil = now, journal }: Build): Step[] =>
  journal
    .filter(({ at }) => at >= standing.at && at <= knownUntil)
    .flatMap((fact) => readStep(fact) ?? [])
    // If the room's clock moved backwards, an entry with a higher id can have an earlier time.
    .toSorted((a, b) => a.at - b.at);

/** How many ledger rows are assigned to days between two pauses. */
const ROWS_AT_ONCE = 20_000;

/**
 * Builds the figures of days from a room's journal and its ledger, which comes page by page. All rows are kept in
 * memory until the end.
 */
export class DayBuilder {
  private readonly rows = new LedgerColumns();
  private readonly clients = new Map<string, ClientFact>();

  constructor(private readonly build: Build) {}

  /** How many rows were added. */
  get rowCount(): number {
    return this.rows.count;
  }

  /** Pages must come in the order of their row ids. */
  add({ rows, clients }: Pick<LedgerPage, 'rows' | 'clients'>): void {
    for (const row of rows) this.rows.add(row);
    for (const client of clients) this.clients.set(client.clientId, client);
  }

  /**
   * The figures of the build's days, except days that begin after `build.now`. Throws on a journal entry that no room
   * can have written.
   */
  finish(): DayFigures[] {
    return [...this.steps()].filter((figures) => figures !== undefined);
  }

  /** Does what {@link finish} does, but yields after about every 10 ms of work: a day's figures in order, mostly undefined. */
  *steps(): Generator<DayFigures | undefined, void> {
    const { build, rows } = this;
    const steps = stepsOf(build);
    const placement = new Placement(build, steps);
    const orders = yield* this.placed(placement);
    const sweep = new DayAggregator(build, steps, placement, this.clients);
    for (const [index, day] of build.days.entries()) {
      if (day.startsAt > build.now) return;
      sweep.begin(day);
      yield* orders[index]?.eachTap((tap) => sweep.tapped(rows, tap)) ?? [];
      yield sweep.end();
    }
  }

  /**
   * What taps that were received after `build.now` changed in the occupancies of that time. Call it when the days are
   * built.
   */
  lateChanges(): LateChanges {
    const { build, rows } = this;
    const steps = stepsOf(build);
    return lateChangesAt(build, steps, rows, new Placement(build, steps));
  }

  /**
   * Assigns all taps to days and returns the taps of each day. Afterwards `placement.leftTo` says how many people each
   * reset or recount adds because of late taps.
   */
  private *placed(placement: Placement): Generator<undefined, TapOrder[]> {
    const { build, rows } = this;
    const orders = build.days.map((day) => {
      const order = new TapOrder(rows);
      order.begin(day, { from: day.startsAt, to: Math.min(day.endsAt, build.now + 1) });
      return order;
    });
    for (let row = 0; row < rows.count; row++) {
      if (row % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) yield;
      const occurredAt = rows.occurredAt.at(row);
      const tap = rows.tapOf(row, occurredAt);
      const index = placement.dayOf(tap);
      const day = build.days[index];
      if (placement.countsAt(tap, day) > build.now) continue;
      this.leave(row, day, placement);
      if (day !== undefined) orders[index]?.add(row, timeOn(day, occurredAt));
    }
    return orders;
  }

  /**
   * Passes the part of the row's taps that did not change the occupancy on to the reset or recount that came after
   * them.
   */
  private leave(row: number, day: BusinessDay | undefined, placement: Placement): void {
    const adjusted = this.rows.adjusted.get(row);
    if (adjusted === undefined) return;
    const times = this.rows.timesOf(row);
    for (const occurredAt of times) {
      const tap = this.rows.tapOf(row, occurredAt);
      const at = placement.countsAt(tap, day);
      if (at <= this.build.now) placement.addLateTap(tap, day === undefined ? null : at, adjusted / times.length);
    }
  }
}

/** @param pause lets other work run between two steps of about 10 ms */
export async function buildDays(
  build: Build,
  pages: AsyncIterable<LedgerPage>,
  pause: () => Promise<void>,
): Promise<DayFigures[]> {
  const builder = new DayBuilder(build);
  for await (const page of pages) builder.add(page);
  const days: DayFigures[] = [];
  for (const figures of builder.steps()) {
    if (figures !== undefined) days.push(figures);
    await pause();
  }
  return days;
}
