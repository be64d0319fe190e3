import type { LedgerColumns } from './ledger-columns';
import type { Build } from './plan';
import type { Step } from './steps';

/** When each ledger row and step of a {@link Build} takes effect. Times are epoch ms. */
export interface Timeline {
  /** Rows that count on one of the days, in order of time. */
  order: Uint32Array;
  /** By row. */
  timeOf: (row: number) => number;
  /** By row: what it does to its area's occupancy at its own time. */
  riseOf: (row: number) => number;
  /** In order of time. */
  steps: readonly Step[];
  /** What taps from before a reset or recount, counted after it, leave to it. */
  leftTo: ReadonlyMap<Step, number>;
}

/** Of one area: its resets and recounts in order, those that are in the standing already by the last of them. */
interface Sets {
  countsFrom: number;
  steps: Step[];
}

export class TimelineMaker {
  private readonly sets = new Map<string, Sets>();
  private readonly times: Float64Array;
  private readonly leftTo = new Map<Step, number>();
  /** By row, where something of it is settled at its own time. */
  private readonly settled = new Map<number, number>();
  private readonly undone: ReadonlyMap<number, number>;

  constructor(
    private readonly build: Build,
    private readonly rows: LedgerColumns,
    private readonly steps: readonly Step[],
  ) {
    this.times = new Float64Array(rows.count);
    this.undone = rows.undone();
    for (const { areaId, countsFrom } of build.standing.areas) this.sets.set(areaId, { countsFrom, steps: [] });
    for (const step of steps) {
      if (step.type !== 'occupancy_set') continue;
      const sets = this.sets.get(step.areaId) ?? { countsFrom: 0, steps: [] };
      sets.steps.push(step);
      this.sets.set(step.areaId, sets);
    }
  }

  make(): Timeline {
    const { rows, times, settled } = this;
    const order = new Uint32Array(rows.count);
    let count = 0;
    for (let row = 0; row < rows.count; row++) {
      if (rows.occurredAt.at(row) > this.build.now) continue;
      const counts = this.place(row);
      if (rows.adjusted.has(row)) this.settle(row, counts);
      if (counts) order[count++] = row;
    }
    const timeOf = (row: number): number => times[row] ?? 0;
    return {
      order: order.subarray(0, count).toSorted((a, b) => timeOf(a) - timeOf(b) || a - b),
      timeOf,
      riseOf: (row) => rows.ins.at(row) - rows.outs.at(row) + rows.floored.at(row) + (settled.get(row) ?? 0),
      steps: this.steps,
      leftTo: this.leftTo,
    };
  }

  /** Finds a row's time; false where it counts on none of the days. */
  private place(row: number): boolean {
    const { days, standing } = this.build;
    const at = this.rows.occurredAt.at(row);
    const tapAt = this.tapAt(row);
    const [first, last] = [days[0], days.at(-1)];
    if (first === undefined || last === undefined || tapAt >= last.endsAt) return false;
    if (tapAt < first.startsAt && standing.at > 0) return false;
    const day = days.findLast(({ startsAt }) => startsAt <= tapAt) ?? first;
    this.times[row] = Math.min(Math.max(at, day.startsAt), day.endsAt - 1);
    return true;
  }

  /** When the tap was made, or the one that it takes back. Who is not among the rows was counted before the standing. */
  private tapAt(row: number): number {
    const { rows, undone, build } = this;
    const tap = undone.get(row);
    if (tap !== undefined) return rows.occurredAt.at(tap);
    const isBeforeStanding = rows.undoes.has(row) && build.standing.at > 0;
    return isBeforeStanding ? build.standing.at - 1 : rows.occurredAt.at(row);
  }

  /** What a late tap does not do to the occupancy, the first reset or recount after it has settled. */
  private settle(row: number, counts: boolean): void {
    const { rows } = this;
    const adjusted = rows.adjusted.get(row) ?? 0;
    const sets = this.sets.get(rows.areas.ids[rows.area.at(row)] ?? '');
    const tapAt = this.tapAt(row);
    if (sets !== undefined && tapAt < sets.countsFrom) return;
    const set = sets?.steps.find((step) => step.at > tapAt);
    if (set !== undefined && (!counts || set.at > (this.times[row] ?? 0))) {
      // That of a tap from before the standing may be in it: then the next came only after this row.
      const isUnknown = rows.undoes.has(row) && !this.undone.has(row);
      if (isUnknown && set.at > rows.occurredAt.at(row) + rows.delayMs.at(row)) return;
      this.leftTo.set(set, (this.leftTo.get(set) ?? 0) + adjusted);
    } else if (counts) {
      this.settled.set(row, adjusted);
    }
  }
}
