import type { VenueSettings } from '../../../src/shared/schemas/venue-settings';
import type { Step } from '../../../scripts/demo/plan';
import { AREAS } from '../../../scripts/demo/festival';

/** What a plan comes to, by a straight walk over its steps: nothing of it is the product's. Times are epoch ms. */

/** People at one moment. Null is the venue, a number an area. */
interface Moment {
  at: number;
  people: readonly number[];
}

interface Move {
  at: number;
  area: number;
  ins: number;
  outs: number;
  isMove: boolean;
}

const REPORT_HOUR = 6;

/** YYYY-MM-DD of the business day by this machine's clock. */
export function dayOf(at: number): string {
  const shown = new Date(at);
  const date = new Date(
    shown.getFullYear(),
    shown.getMonth(),
    shown.getDate() - (shown.getHours() < REPORT_HOUR ? 1 : 0),
  );
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
}

const total = (people: readonly number[]): number => people.reduce((sum, one) => sum + one, 0);
const of = (people: readonly number[], area: number | null): number =>
  area === null ? total(people) : (people[area] ?? 0);

export class Walk {
  readonly days: readonly string[];
  readonly sets: readonly { at: number; area: number; people: number; reason: string | null }[];
  private readonly moments: readonly Moment[];
  private readonly moves: readonly Move[];
  private readonly taps;

  constructor(steps: readonly Step[]) {
    this.taps = steps.filter((step) => step.type === 'tap');
    this.days = [...new Set(this.taps.map(({ tap }) => dayOf(tap.at)))].toSorted();
    this.sets = steps.flatMap((step) => {
      if (step.type === 'recount') return { at: step.at, area: step.area, people: step.occupancy, reason: step.reason };
      return step.type === 'reset' ? { at: step.at, area: step.area, people: 0, reason: null } : [];
    });
    this.moves = this.taps.flatMap(({ tap: { at, area, to, change, undoes } }) => {
      const ends =
        to === undefined
          ? [{ area, change }]
          : [
              { area, change },
              { area: to, change: -change },
            ];
      return ends.map((end) => {
        const isIn = end.change > 0 !== (undoes !== undefined);
        const people = undoes === undefined ? Math.abs(end.change) : -Math.abs(end.change);
        return { at, area: end.area, ins: isIn ? people : 0, outs: isIn ? 0 : people, isMove: to !== undefined };
      });
    });
    this.moments = this.walked();
  }

  private walked(): Moment[] {
    const things = [
      ...this.taps.map(({ tap }) => ({ at: tap.at, order: 0, tap, set: null })),
      ...this.sets.map((set) => ({ at: set.at, order: 1, tap: null, set })),
    ].toSorted((a, b) => a.at - b.at || a.order - b.order);
    let people = AREAS.map(() => 0);
    return things.map(({ at, tap, set }) => {
      people = people.map((count, area) => {
        if (set !== null) return set.area === area ? set.people : count;
        if (tap.area === area) return count + tap.change;
        return tap.to === area ? count - tap.change : count;
      });
      return { at, people };
    });
  }

  /** Before `at`. */
  peopleAt(area: number | null, at: number): number {
    return of(this.moments.findLast((moment) => moment.at < at)?.people ?? [], area);
  }

  /** From `from` to before `to`; of the venue who came and who left, of an area also who moved. */
  totalsOf(area: number | null, from = 0, to = Infinity): { ins: number; outs: number } {
    const moves = this.moves.filter(
      (move) => move.at >= from && move.at < to && (area === null ? !move.isMove : move.area === area),
    );
    return { ins: total(moves.map(({ ins }) => ins)), outs: total(moves.map(({ outs }) => outs)) };
  }

  movesOf(area: number): { movedIn: number; movedOut: number } {
    const moves = this.moves.filter((move) => move.isMove && move.area === area);
    return { movedIn: total(moves.map(({ ins }) => ins)), movedOut: total(moves.map(({ outs }) => outs)) };
  }

  limitOf(area: number | null, venue: VenueSettings, capacityOf: (area: number) => number): number | null {
    if (area !== null) return capacityOf(area);
    const { capacity, staffAllowance, safetyMarginPercent } = venue;
    return capacity && Math.floor((capacity * (100 - safetyMarginPercent)) / 100) - staffAllowance;
  }

  fullnessOf(area: number | null, limit: number | null, until: number) {
    const counts = this.moments.map(({ people }) => of(people, area));
    const peak = Math.max(...counts);
    const minutesAbove = [75, 90, 100].map((percent) => {
      let ms = 0;
      for (const [index, count] of counts.entries()) {
        const [from, to] = [this.moments[index]?.at ?? 0, this.moments[index + 1]?.at ?? until];
        if (limit !== null && count > (limit * percent) / 100) ms += to - from;
      }
      return ms / 60_000;
    });
    return { peak, minutesAbove };
  }

  countedBy(device: number) {
    const taps = this.taps.map(({ tap }) => tap).filter((tap) => tap.device === device);
    const sums = { ins: 0, outs: 0, moves: 0, taps: taps.length, undone: 0 };
    for (const { change, to, undoes } of taps) {
      const people = undoes === undefined ? Math.abs(change) : -Math.abs(change);
      if (undoes !== undefined) sums.undone += 1;
      if (to !== undefined) sums.moves += people;
      else if (change > 0 === (undoes === undefined)) sums.ins += people;
      else sums.outs += people;
    }
    return sums;
  }

  lateTaps(afterMs: number): number {
    return this.taps.filter(({ at, tap }) => at - tap.at > afterMs).length;
  }
}
