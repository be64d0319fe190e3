import type { BusinessDay } from '../rules/business-day';
import { timeColumn } from './column';
import type { LedgerColumns } from './ledger-columns';
import type { Build } from './plan';
import type { Step } from './steps';

/** When each ledger row and step of a {@link Build} takes effect. Times are epoch ms. */
export interface Timeline {
  /** Of each day, the rows that count on it, in order of time; to be read with `rowOf` and `timeOf`. */
  days: readonly { day: BusinessDay; keys: ArrayLike<number> }[];
  rowOf: (key: number) => number;
  timeOf: (key: number, day: BusinessDay) => number;
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
  private readonly leftTo = new Map<Step, number>();
  /** By row, where something of it is settled at its own time. */
  private readonly settled = new Map<number, number>();
  private readonly undone: ReadonlyMap<number, number>;

  constructor(
    private readonly build: Build,
    private readonly rows: LedgerColumns,
    private readonly steps: readonly Step[],
  ) {
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
    const { rows, settled, build } = this;
    const size = rows.count;
    // Ms since the day's start and the row in one number: a million of them sort many times faster than by comparing.
    const keys = build.days.map(() => timeColumn());
    for (let row = 0; row < size; row++) {
      if (rows.occurredAt.at(row) > build.now) continue;
      const index = this.dayOf(this.tapAt(row));
      const day = build.days[index];
      const at = day === undefined ? null : timeOn(day, rows.occurredAt.at(row));
      if (rows.adjusted.has(row)) this.settle(row, at);
      if (day !== undefined && at !== null) keys[index]?.push((at - day.startsAt) * size + row);
    }
    return {
      days: build.days.map((day, index) => ({ day, keys: keys[index]?.sorted() ?? [] })),
      rowOf: (key) => key % size,
      timeOf: (key, { startsAt }) => startsAt + Math.floor(key / size),
      riseOf: (row) => rows.ins.at(row) - rows.outs.at(row) + rows.floored.at(row) + (settled.get(row) ?? 0),
      steps: this.steps,
      leftTo: this.leftTo,
    };
  }

  /** Where the day of a tap is among the days, -1 where it is not: it is in the standing, or yet to come. */
  private dayOf(tapAt: number): number {
    const { days, standing } = this.build;
    let index = days.length - 1;
    if (tapAt >= (days[index]?.endsAt ?? 0)) return -1;
    while (index >= 0 && (days[index]?.startsAt ?? 0) > tapAt) index -= 1;
    return index === -1 && standing.at === 0 ? 0 : index;
  }

  /**
   * When the tap was made, or the one that it takes back. One that is not among the rows was received long before the
   * standing, as was this row, or its row is not kept any more.
   */
  private tapAt(row: number): number {
    const { rows, undone, build } = this;
    const tap = undone.get(row);
    if (tap !== undefined) return rows.occurredAt.at(tap);
    const isBeforeStanding = rows.undoes.has(row) && build.standing.at > 0;
    return isBeforeStanding ? build.standing.at - 1 : rows.occurredAt.at(row);
  }

  /** What a late tap (at `at`; null where it is on none of the days) does not do to the occupancy, the first reset or recount after it has settled. */
  private settle(row: number, at: number | null): void {
    const { rows } = this;
    const adjusted = rows.adjusted.get(row) ?? 0;
    const sets = this.sets.get(rows.areas.ids[rows.area.at(row)] ?? '');
    const tapAt = this.tapAt(row);
    if (sets !== undefined && tapAt < sets.countsFrom) return;
    const set = sets?.steps.find((step) => step.at > tapAt);
    if (set !== undefined && (at === null || set.at > at)) {
      // That of a tap that is not among the rows may be in the standing: then the next came only after this row.
      const isUnknown = rows.undoes.has(row) && !this.undone.has(row);
      if (isUnknown && set.at > rows.occurredAt.at(row) + rows.delayMs.at(row)) return;
      this.leftTo.set(set, (this.leftTo.get(set) ?? 0) + adjusted);
    } else if (at !== null) {
      this.settled.set(row, adjusted);
    }
  }
}

/** An undo counts on the day of its tap. */
const timeOn = ({ startsAt, endsAt }: BusinessDay, at: number): number => Math.min(Math.max(at, startsAt), endsAt - 1);
