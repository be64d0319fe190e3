import { occupancyLevel, occupancyPercent } from '../../ui/occupancy-level';

/** The events that can be told apart without looking. */
export type Pattern = 'in' | 'out' | 'undone' | 'refused' | 'nearlyFull' | 'full';

export interface CountChange {
  /** The area's occupancy. */
  readonly before: number;
  readonly after: number;
  readonly capacity: number;
  /** When it has changed. */
  readonly capacityBefore?: number;
  /** What this device has tapped; 0 when others have changed the area. */
  readonly change: number;
  /** The tap counted nothing. */
  readonly refused?: boolean;
}

const FULL_PERCENT = 100;
const STEPS = { normal: 0, warning: 1, danger: 2 } as const;
const FULL_STEP = 3;

/** Rises above 75 %, above 90 % and at 100 %, like the words on the card. */
const stepOf = (occupancy: number, capacity: number): number =>
  occupancyPercent(occupancy, capacity) < FULL_PERCENT ? STEPS[occupancyLevel(occupancy, capacity)] : FULL_STEP;

/** A higher level is announced instead of the tap, and not again while the area stays there; null for nothing. */
export function patternOf(news: CountChange): Pattern | null {
  const { before, after, capacity, capacityBefore = capacity, change, refused = false } = news;
  if (refused) return 'refused';
  const step = stepOf(after, capacity);
  if (step > stepOf(before, capacityBefore)) return step === FULL_STEP ? 'full' : 'nearlyFull';
  if (change === 0) return null;
  return change > 0 ? 'in' : 'out';
}
