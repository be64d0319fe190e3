import type { BusinessDay } from '../../shared/rules/business-day';
import type { Build } from '../plan';
import type { Step } from '../steps';

/** The facts about a tap from which {@link Placement} decides on which day the tap counts. Times are epoch ms. */
export interface Tap {
  areaId: string;
  /** When it was made, by the device. */
  occurredAt: number;
  receivedAt: number;
  isUndo: boolean;
  /** For an undo: when the undone tap was made; null when that is not known any more. */
  undoneAt: number | null;
}

/**
 * One area's resets and recounts in order of time. For those before the days only the time of the last one is known.
 */
interface Sets {
  countsFrom: number;
  steps: Step[];
}

/**
 * Decides on which of a {@link Build}'s days each tap counts.
 *
 * A tap can arrive after a reset or recount that happened after it was made. The number that was set already contains it, so the
 * room did not apply it to the occupancy again; what was not applied is the row's `adjusted`. In a report the tap counts at its
 * own time, and the reset or recount takes it back: it "settles" the tap.
 */
export class Placement {
  private readonly sets = new Map<string, Sets>();
  /** For each reset or recount: how many people it adds (a negative number removes) to cover late taps. */
  readonly leftTo = new Map<Step, number>();

  /** @param steps in order of time */
  constructor(
    private readonly build: Build,
    steps: readonly Step[],
  ) {
    for (const { areaId, countsFrom } of build.standing.areas) this.sets.set(areaId, { countsFrom, steps: [] });
    for (const step of steps) {
      if (step.type !== 'occupancy_set') continue;
      const sets = this.sets.get(step.areaId) ?? { countsFrom: 0, steps: [] };
      sets.steps.push(step);
      this.sets.set(step.areaId, sets);
    }
  }

  /**
   * The index of the tap's day, or -1 when it is none of the days: it is part of the opening state, or lies after the
   * days.
   */
  dayOf(tap: Tap): number {
    const tapAt = this.tapAt(tap);
    const { days, standing, now } = this.build;
    let index = days.length - 1;
    if (tap.occurredAt > now || tapAt >= (days[index]?.endsAt ?? 0)) return -1;
    while (index >= 0 && (days[index]?.startsAt ?? 0) > tapAt) index -= 1;
    return index === -1 && standing.at === 0 ? 0 : index;
  }

  /**
   * The part of `adjusted` that applies at the tap's own time: all of it, or none when a later reset or recount covers
   * the tap, or one before the days did.
   * @param at when the tap counts; null when it counts on none of the days
   */
  settledAt(tap: Tap, at: number | null, adjusted: number): number {
    const set = this.settlerOf(tap);
    return at === null || set === 'standing' || (set !== undefined && set.at > at) ? 0 : adjusted;
  }

  /**
   * Records in {@link leftTo} that a reset or recount after `at` covers this late tap; does nothing when there is none.
   */
  leave(tap: Tap, at: number | null, adjusted: number): void {
    const set = this.settlerOf(tap);
    if (set === undefined || set === 'standing' || (at !== null && set.at <= at)) return;
    // An undo of a deleted row: its tap may be part of the opening state, and then this reset came only after the undo.
    if (tap.isUndo && tap.undoneAt === null && set.at > tap.receivedAt) return;
    this.leftTo.set(set, (this.leftTo.get(set) ?? 0) + adjusted);
  }

  /** The first reset or recount after the tap was made; undefined for none. */
  private settlerOf(tap: Tap): Step | 'standing' | undefined {
    const sets = this.sets.get(tap.areaId);
    const tapAt = this.tapAt(tap);
    if (sets !== undefined && tapAt < sets.countsFrom) return 'standing';
    return sets?.steps.find((step) => step.at > tapAt);
  }

  /**
   * When the tap was made; for an undo, when the undone tap was made. If that tap's row is deleted, it was received
   * long before the opening state.
   */
  private tapAt({ occurredAt, isUndo, undoneAt }: Tap): number {
    if (!isUndo) return occurredAt;
    return undoneAt ?? (this.build.standing.at > 0 ? this.build.standing.at - 1 : occurredAt);
  }
}

/** An undo counts on the day of its tap. */
export const timeOn = ({ startsAt, endsAt }: BusinessDay, at: number): number =>
  Math.min(Math.max(at, startsAt), endsAt - 1);
