import type { Counter, PeoplePassed, People, Reading } from './readings';
import { difference, NOBODY, sum, totalOf } from './readings';

/** People who may have passed and were not counted. */
export interface Doubt extends People {
  readonly areaId: string;
  /** When they passed at the earliest, epoch ms: they count then if somebody says so. */
  readonly at: number;
  /** When the room noticed, epoch ms: a later recount of the area settles it. */
  readonly noticedAt: number;
}

/** Totals below those that are known, which nothing explains. Nobody counts by them until they turn out to be the counter. */
export interface LowerLine {
  /** In order of time, and of their totals. */
  readonly readings: readonly Reading[];
  /** People who may have passed before its first reading. */
  readonly doubt: Doubt;
  /** Whether a restart could explain it: so many people can have passed since the reading before. */
  readonly mayBeRestart: boolean;
}

/** What the room remembers of a source's totals. */
export interface TotalsState {
  /** What was counted is the sum over them. */
  readonly readings: readonly Reading[];
  readonly lower?: LowerLine | undefined;
  /** People who were counted beyond what the readings come to: they are taken from those who pass next. */
  readonly owed: People;
  readonly doubts: readonly Doubt[];
  /** When the newest reading arrived, epoch ms; missing before the first. */
  readonly arrivedAt?: number | undefined;
  /** A clock that was set back, as it was last read: what it showed, and when that arrived. Both are epoch ms. */
  readonly slow?: { readonly at: number; readonly arrivedAt: number } | undefined;
}

export const NO_TOTALS: TotalsState = { readings: [], owed: NOBODY, doubts: [] };

/** How a reading arrived. Times are epoch ms. */
export interface Arrival {
  readonly areaId: string;
  readonly counter: Counter;
  readonly now: number;
  /** When the call before arrived. */
  readonly heardAt: number;
}

/** What a reading changes; `passed` is null if it is known. */
export interface Taken {
  readonly state: TotalsState;
  readonly passed: PeoplePassed | null;
  /** When the people passed, epoch ms. */
  readonly at: number;
}

/** Counts what a reading adds. People who are owed come first: nobody is taken back. */
export function counted(state: TotalsState, { ins, outs, notice }: PeoplePassed, at: number): Taken {
  const net = difference({ ins, outs }, state.owed);
  const passed = { ins: Math.max(0, net.ins), outs: Math.max(0, net.outs), notice };
  return { state: { ...state, owed: difference(passed, net) }, passed, at };
}

/** Who passed on the lower totals since their first reading. */
export const grownOn = ({ readings: [first, ...more] }: LowerLine): People => {
  const last = more.at(-1);
  return first === undefined || last === undefined ? NOBODY : difference(last, first);
};

/** Returns what may be missing by these totals. */
export function doubtsOf({ lower, doubts }: TotalsState): readonly Doubt[] {
  if (lower === undefined) return doubts;
  return withDoubt(doubts, { ...lower.doubt, ...sum(lower.doubt, grownOn(lower)) });
}

/** Returns the state without doubts that are settled. On lower totals, only what passes from now on is in doubt then. */
export function withoutDoubts(state: TotalsState, isSettled: (doubt: Doubt) => boolean): TotalsState {
  const { lower } = state;
  const doubts = state.doubts.filter((doubt) => !isSettled(doubt));
  const isLowerSettled = lower !== undefined && totalOf(lower.doubt) > 0 && isSettled(lower.doubt);
  if (!isLowerSettled) return doubts.length === state.doubts.length ? state : { ...state, doubts };
  const readings = lower.readings.slice(-1);
  return { ...state, doubts, lower: { readings, doubt: { ...lower.doubt, ...NOBODY }, mayBeRestart: false } };
}

/** The state with so many more people in doubt, who passed at this reading if they did. */
export const doubting = (
  state: TotalsState,
  { ins, outs }: People,
  { at }: Reading,
  { areaId, now }: Arrival,
): TotalsState => ({ ...state, doubts: withDoubt(state.doubts, { areaId, at, noticedAt: now, ins, outs }) });

/** Adds what is in doubt to what already is, by area. */
export function withDoubt(doubts: readonly Doubt[], { ins, outs, ...doubt }: Doubt): readonly Doubt[] {
  const people = { ins: Math.max(0, ins), outs: Math.max(0, outs) };
  if (totalOf(people) === 0) return doubts;
  const known = doubts.find(({ areaId }) => areaId === doubt.areaId);
  const others = doubts.filter((one) => one !== known);
  if (known === undefined) return [...others, { ...doubt, ...people }];
  return [...others, { ...known, noticedAt: doubt.noticedAt, ...sum(known, people) }];
}
