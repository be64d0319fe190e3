import { SLOT_MS } from '../../shared/reports/limits';
import { DANGER_ABOVE_PERCENT, WARNING_ABOVE_PERCENT } from '../../shared/schemas/limits';
import type { Slot, SubjectFigures } from '../figures';
import { type LimitInForce, LimitTimes } from './limit-times';
import { capacityAt } from '../../shared/sealed/capacity-at';
import { limitOrNull, OverPeriods } from './over-periods';

/** Percentages of the capacity. The time above each of them is measured. */
const LEVELS = [WARNING_ABOVE_PERCENT, DANGER_ABOVE_PERCENT, 100] as const;

/** The people that one tap counts. */
interface Counted {
  ins: number;
  outs: number;
  floored: number;
  isMove: boolean;
}

/** A change of a subject at one moment: a tap or a journal entry. */
interface OccupancyChange {
  /** By how much the occupancy changes; negative if it falls. */
  rise: number;
  counted?: Counted;
}

/**
 * The figures of one subject (an area or the venue) on one business day, while they are built. Times are epoch ms and
 * never decrease.
 */
class SubjectDay {
  private readonly sums = { ins: 0, outs: 0, movedIn: 0, movedOut: 0, floored: 0 };
  private readonly capacities: SubjectFigures['capacities'];
  private readonly over = new OverPeriods();
  private readonly limitTimes = new LimitTimes();
  private readonly slots: Slot[] = [];
  /** When each of the slots first had its highest occupancy. */
  private readonly highestAt: number[] = [];
  private readonly aboveMs: [number, number, number] = [0, 0, 0];
  private readonly opening: number;
  private belowZeroMs = 0;
  private peak: number;
  private peakAt: number;
  private since: number;

  /** @param at since when the subject exists on this day: the day's start, or the time at which it was added */
  constructor(
    private readonly startsAt: number,
    at: number,
    private occupancy: number,
    private capacity: number | null,
    limits: readonly LimitInForce[],
  ) {
    this.opening = occupancy;
    this.peak = occupancy;
    this.peakAt = at;
    this.since = at;
    this.capacities = [{ at, capacity }];
    this.over.update(at, occupancy, limitOrNull(capacity));
    this.limitTimes.set(at, occupancy, limits);
  }

  happened(at: number, occupancy: number, counted: Counted | undefined): void {
    this.reach(at);
    const slot = this.slotOf(at);
    if (counted !== undefined) {
      slot[1] += counted.ins;
      slot[2] += counted.outs;
      this.sums.ins += counted.ins;
      this.sums.outs += counted.outs;
      this.sums.floored += counted.floored;
      if (counted.isMove) {
        this.sums.movedIn += counted.ins;
        this.sums.movedOut += counted.outs;
      }
    }
    if (occupancy < slot[3]) slot[3] = occupancy;
    if (occupancy > slot[4]) {
      slot[4] = occupancy;
      this.highestAt[this.highestAt.length - 1] = at;
    }
    slot[5] = occupancy;
    if (occupancy > this.peak) {
      this.peak = occupancy;
      this.peakAt = at;
    }
    this.occupancy = occupancy;
    this.over.update(at, occupancy, limitOrNull(this.capacity));
    this.limitTimes.update(at, occupancy);
  }

  limitedBy(at: number, limits: readonly LimitInForce[]): void {
    this.limitTimes.set(at, this.occupancy, limits);
  }

  get isUntouched(): boolean {
    return this.opening === 0 && this.slots.length === 0;
  }

  limit(at: number, capacity: number | null): void {
    if (capacity === this.capacity) return;
    this.reach(at);
    this.capacity = capacity;
    if (this.capacities.at(-1)?.at === at) this.capacities.pop();
    if (this.capacities.at(-1)?.capacity !== capacity) this.capacities.push({ at, capacity });
    this.over.update(at, this.occupancy, limitOrNull(capacity));
  }

  close(until: number): SubjectFigures {
    this.reach(until);
    this.over.end(until);
    const [above75, above90, above100] = this.aboveMs;
    const limits = this.limitTimes.end(until);
    return {
      ...this.sums,
      opening: this.opening,
      closing: this.occupancy,
      peak: this.peak,
      peakAt: this.peak > 0 ? this.peakAt : null,
      secondsAbove: [Math.round(above75 / 1000), Math.round(above90 / 1000), Math.round(above100 / 1000)],
      secondsBelowZero: Math.round(this.belowZeroMs / 1000),
      capacities: this.capacities,
      over: this.over.list,
      ...(limits.length > 0 && { limits }),
      slots: this.slots.map((slot, index) => this.withCapacity(slot, this.highestAt[index] ?? 0)),
    };
  }

  /** Adds the time from the last change to `at`, in which the occupancy stayed the same, to the sums of time. */
  private reach(at: number): void {
    const ms = at - this.since;
    if (ms <= 0) return;
    this.since = at;
    if (this.occupancy < 0) this.belowZeroMs += ms;
    if (this.capacity === null || this.capacity === 0) return;
    for (const [index, percent] of LEVELS.entries()) {
      if (this.occupancy * 100 > percent * this.capacity) this.aboveMs[index] = (this.aboveMs[index] ?? 0) + ms;
    }
  }

  private slotOf(at: number): Slot {
    const number = Math.floor((at - this.startsAt) / SLOT_MS);
    const last = this.slots.at(-1);
    if (last !== undefined && last[0] === number) return last;
    const slot: Slot = [number, 0, 0, this.occupancy, this.occupancy, this.occupancy];
    this.slots.push(slot);
    this.highestAt.push(this.startsAt + number * SLOT_MS);
    return slot;
  }

  /** Adds the capacity that was in force at the slot's highest occupancy, if the slot had more than one. */
  private withCapacity(slot: Slot, highestAt: number): Slot {
    const from = this.startsAt + slot[0] * SLOT_MS;
    const isChanged = this.capacities.some(({ at }, index) => index > 0 && at > from && at < from + SLOT_MS);
    const [number, ins, outs, lowest, highest, last] = slot;
    return isChanged ? [number, ins, outs, lowest, highest, last, capacityAt(this.capacities, highestAt) ?? 0] : slot;
  }
}

/** One area, or the venue: its occupancy over time, and its figures of the day that is being built. */
export class SubjectTrack {
  private day: SubjectDay | null = null;

  constructor(
    public occupancy: number,
    public capacity: number | null,
    public limits: readonly LimitInForce[],
  ) {}

  /** @param at the day's start, or the time of the day at which the subject was added */
  begin(startsAt: number, at: number): void {
    this.day = new SubjectDay(startsAt, at, this.occupancy, this.capacity, this.limits);
  }

  happened(at: number, { rise, counted }: OccupancyChange): void {
    this.occupancy += rise;
    if (rise !== 0 || counted !== undefined) this.day?.happened(at, this.occupancy, counted);
  }

  /** Whether nobody was inside at the day's start, and nothing was counted since. */
  get isUntouched(): boolean {
    return this.day?.isUntouched ?? true;
  }

  limit(at: number, capacity: number | null): void {
    this.capacity = capacity;
    this.day?.limit(at, capacity);
  }

  /** Sets the limits that authorities have set, from `at` on. */
  limitedBy(at: number, limits: readonly LimitInForce[]): void {
    this.limits = limits;
    this.day?.limitedBy(at, limits);
  }

  /** Ends the day and returns its figures; null if the subject did not exist on the day. */
  end(until: number): SubjectFigures | null {
    const figures = this.day?.close(until) ?? null;
    this.day = null;
    return figures;
  }
}
