import { HOUR_MS } from '../durations';

/** What can run at an event. The table of modes and surfaces in docs/product.md says what each surface makes of it. */
export type Mode = 'calm' | 'drill' | 'evacuation';

/** What the public sees: displays, streams, public numbers and webhooks of counts. */
export type Shows = 'numbers' | 'evacuation' | 'exercise' | 'ask_staff';

interface ModeRules {
  /** What the public sees; `chosen`: what the organizer has chosen for drills (docs/product.md, P7, V5). */
  readonly shows: Shows | 'chosen';
  /** Whether orders that let people in can be in force (docs/product.md, O10). */
  readonly mayLetIn: boolean;
  /** For how long after its start no lock of bill or trial stops a tap, in ms (docs/product.md, V9). */
  readonly unlockedMs: number;
  /** Whether an area can be deleted while people are inside (docs/product.md, V10). */
  readonly mayDeleteOccupied: boolean;
  /** On what a tap counts that is made at an area: on the area, or on its twin (docs/product.md, V2, V3). */
  readonly countsOn: 'area' | 'twin';
  /** How many can begin within an hour (docs/product.md, V1). */
  readonly startsPerHour: number;
}

/** The rules of each mode. Code asks these and never the mode itself. */
const RULES: Readonly<Record<Mode, ModeRules>> = {
  calm: {
    shows: 'numbers',
    mayLetIn: true,
    unlockedMs: 0,
    mayDeleteOccupied: true,
    countsOn: 'area',
    startsPerHour: Infinity,
  },
  drill: {
    shows: 'chosen',
    mayLetIn: true,
    unlockedMs: 2 * HOUR_MS,
    mayDeleteOccupied: false,
    countsOn: 'twin',
    startsPerHour: 10,
  },
  evacuation: {
    shows: 'evacuation',
    mayLetIn: false,
    unlockedMs: 6 * HOUR_MS,
    mayDeleteOccupied: false,
    countsOn: 'area',
    startsPerHour: Infinity,
  },
};

/** The mode of what runs; null: nothing does. */
export const modeOf = (running: { readonly isDrill: boolean } | null): Mode => {
  if (running === null) return 'calm';
  return running.isDrill ? 'drill' : 'evacuation';
};

/** The rules that hold while this runs; null: nothing does. */
export const rulesOf = (running: { readonly isDrill: boolean } | null): ModeRules => RULES[modeOf(running)];
