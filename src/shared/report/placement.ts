import type { BusinessDay } from '../rules/business-day';
import type { Build } from './plan';
import type { Step } from './steps';

/** What a placement asks of a tap. Times are epoch ms. */
export interface Tap {
  areaId: string;
  /** By the device that made it. */
  occurredAt: number;
  receivedAt: number;
  isUndo: boolean;
  /** Of an undo, when the tap was made that it takes back; null where that is not known any more. */
  undoneAt: number | null;
}

/** Of one area: its resets and recounts in order, those that are in the standing already by the last of them. */
interface Sets {
  countsFrom: number;
  steps: Step[];
}

/** On which of a {@link Build}'s days taps count, when, and what resets and recounts have settled of them. */
export class Placement {
  private readonly sets = new Map<string, Sets>();
  /** What taps from before a reset or recount, counted after it, leave to it. */
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

  /** Where the tap's day is among the days, -1 where it is not: it is in the standing, or yet to come. */
  dayOf(tap: Tap): number {
    const tapAt = this.tapAt(tap);
    const { days, standing, now } = this.build;
    let index = days.length - 1;
    if (tap.occurredAt > now || tapAt >= (days[index]?.endsAt ?? 0)) return -1;
    while (index >= 0 && (days[index]?.startsAt ?? 0) > tapAt) index -= 1;
    return index === -1 && standing.at === 0 ? 0 : index;
  }

  /**
   * What counts at `at` of what a late tap did not do to the occupancy: all of it, unless a reset or recount settles it later
   * on, or has done so before the days began.
   *
   * @param at when the tap counts; null where it is on none of the days
   */
  settledAt(tap: Tap, at: number | null, adjusted: number): number {
    const set = this.settlerOf(tap);
    return at === null || set === 'standing' || (set !== undefined && set.at > at) ? 0 : adjusted;
  }

  /** Leaves what a late tap did not do to the occupancy to the reset or recount that settles it later on, if there is one. */
  leave(tap: Tap, at: number | null, adjusted: number): void {
    const set = this.settlerOf(tap);
    if (set === undefined || set === 'standing' || (at !== null && set.at <= at)) return;
    // That of a tap that is not known any more may be in the standing: then the next came only after its undo.
    if (tap.isUndo && tap.undoneAt === null && set.at > tap.receivedAt) return;
    this.leftTo.set(set, (this.leftTo.get(set) ?? 0) + adjusted);
  }

  /** The first reset or recount after the tap was made; undefined where there is none. */
  private settlerOf(tap: Tap): Step | 'standing' | undefined {
    const sets = this.sets.get(tap.areaId);
    const tapAt = this.tapAt(tap);
    if (sets !== undefined && tapAt < sets.countsFrom) return 'standing';
    return sets?.steps.find((step) => step.at > tapAt);
  }

  /**
   * When the tap was made, or the one that it takes back. One that is not known any more was received long before the
   * standing.
   */
  private tapAt({ occurredAt, isUndo, undoneAt }: Tap): number {
    if (!isUndo) return occurredAt;
    return undoneAt ?? (this.build.standing.at > 0 ? this.build.standing.at - 1 : occurredAt);
  }
}

/** An undo counts on the day of its tap. */
export const timeOn = ({ startsAt, endsAt }: BusinessDay, at: number): number =>
  Math.min(Math.max(at, startsAt), endsAt - 1);
