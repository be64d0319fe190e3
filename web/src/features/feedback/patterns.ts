import { occupancyLevel, occupancyPercent } from '../../ui/occupancy-level';

/** The kinds of feedback. They can be told apart without looking. */
export type Pattern = 'in' | 'out' | 'undone' | 'refused' | 'nearlyFull' | 'full';

export interface CountChange {
  /** The area's occupancy before the change. */
  readonly before: number;
  readonly after: number;
  readonly capacity: number;
  /** The area's capacity before the change, if it has changed. */
  readonly capacityBefore?: number;
  /** The change of the occupancy by a tap on this device; 0 if another device has changed the area. */
  readonly change: number;
  /** Whether the tap counted nothing. */
  readonly refused?: boolean;
}

const FULL_PERCENT = 100;
const STEPS = { normal: 0, warning: 1, danger: 2 } as const;
const FULL_STEP = 3;

/** Returns the level of an occupancy. It rises above 75 %, above 90 % and at 100 %, like the words on the card. */
const stepOf = (occupancy: number, capacity: number): number =>
  occupancyPercent(occupancy, capacity) < FULL_PERCENT ? STEPS[occupancyLevel(occupancy, capacity)] : FULL_STEP;

/**
 * Returns the feedback for a change; null for none. A higher level is announced instead of the tap, and only once while
 * the area stays at that level.
 */
export function patternOf(counted: CountChange): Pattern | null {
  const { before, after, capacity, capacityBefore = capacity, change, refused = false } = counted;
  if (refused) return 'refused';
  const step = stepOf(after, capacity);
  if (step > stepOf(before, capacityBefore)) return step === FULL_STEP ? 'full' : 'nearlyFull';
  if (change === 0) return null;
  return change > 0 ? 'in' : 'out';
}
