import type { BusinessDay } from '../../shared/rules/business-day';
import type { Build } from '../plan';
import type { Step } from '../steps';

/** What {@link Placement} needs of a tap to decide on which day and when it counts. Times are epoch ms. */
export interface Tap {
  areaId: string;
  /** When the tap was made. */
  occurredAt: number;
  receivedAt: number;
  /** For an undo: when the undone tap was made; null for all other taps. */
  undoneAt: number | null;
}

/**
 * One area's resets and recounts. `steps` are the resets and recounts within the days, in order of time. `countsFrom`
 * is the time of the last reset or recount before the days; 0 for none.
 */
interface Sets {
  countsFrom: number;
  steps: Step[];
}

/**
 * Decides on which of a {@link Build}'s days each tap counts.
 *
 * A tap can be made before a reset or recount of its area and arrive after it. The number that was set already contains
 * the tap, so the room did not change the occupancy again; the row's `adjusted` holds the difference. In a report the
 * tap counts at its own time, and the reset or recount takes it back: the reset or recount *covers* the tap.
 */
export class Placement {
  private readonly sets = new Map<string, Sets>();
  /** For each reset or recount: how many people it adds (a negative number removes) for the late taps that it covers. */
  readonly lateByReset = new Map<Step, number>();

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

  /** The index of the tap's day in `build.days`; -1 if the tap is part of the opening state or lies after the days. */
  dayOf(tap: Tap): number {
    const madeAt = tapAt(tap);
    const { days, standing, now } = this.build;
    let index = days.length - 1;
    if (madeAt > now || madeAt >= (days[index]?.endsAt ?? 0)) return -1;
    while (index >= 0 && (days[index]?.startsAt ?? 0) > madeAt) index -= 1;
    return index === -1 && standing.at === 0 ? 0 : index;
  }

  /**
   * When the tap counts. On its day, an undo that was made later counts at the day's end; the undo of a tap of the
   * opening state is part of that state.
   * @param day the tap's day, if it is one of the build's
   */
  countsAt(tap: Tap, day: BusinessDay | undefined): number {
    if (day !== undefined) return timeOn(day, tap.occurredAt);
    const { at } = this.build.standing;
    return tap.undoneAt !== null && tap.undoneAt < at ? at : tap.occurredAt;
  }

  /** Whether the reset or recount that covers the tap came at or before `by` (epoch ms). */
  isCoveredBy(tap: Tap, by: number): boolean {
    const set = this.coveringSet(tap);
    return set === 'standing' || (set !== undefined && set.at <= by);
  }

  /**
   * The part of `adjusted` that applies at the tap's own time: all of it, or 0 if the reset or recount that covers the
   * tap comes later or came before the days.
   * @param at when the tap counts; null when it counts on none of the days
   */
  adjustmentAt(tap: Tap, at: number | null, adjusted: number): number {
    const set = this.coveringSet(tap);
    return at === null || set === 'standing' || (set !== undefined && set.at > at) ? 0 : adjusted;
  }

  /**
   * Records in {@link lateByReset} that a reset or recount after `at` covers this late tap; does nothing if there is none.
   */
  addLateTap(tap: Tap, at: number | null, adjusted: number): void {
    const set = this.coveringSet(tap);
    if (set === undefined || set === 'standing' || (at !== null && set.at <= at)) return;
    this.lateByReset.set(set, (this.lateByReset.get(set) ?? 0) + adjusted);
  }

  /**
   * The first reset or recount after the tap was made; `standing` if it came before the days, undefined if there is
   * none.
   */
  private coveringSet(tap: Tap): Step | 'standing' | undefined {
    const sets = this.sets.get(tap.areaId);
    const madeAt = tapAt(tap);
    if (sets !== undefined && madeAt < sets.countsFrom) return 'standing';
    return sets?.steps.find((step) => step.at > madeAt);
  }
}

/** When the tap was made; for an undo, when the undone tap was made. */
const tapAt = ({ occurredAt, undoneAt }: Tap): number => undoneAt ?? occurredAt;

/**
 * The time at which a tap counts on its day. An undo counts on the day of the undone tap, even if it was made later.
 */
export const timeOn = ({ startsAt, endsAt }: BusinessDay, at: number): number =>
  Math.min(Math.max(at, startsAt), endsAt - 1);
