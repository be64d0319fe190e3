import {
  CLOCK_JITTER_MS,
  LOWER_READINGS,
  MISSING_PER_S,
  OLD_TOTALS_MS,
  RESTART_CONFIRMED,
  SOURCE_READINGS_MAX,
} from '../limits';
import {
  among,
  canPass,
  type Counter,
  difference,
  following,
  isAtLeast,
  isKnown,
  isToldAgain,
  NOBODY,
  passable,
  type Passed,
  passedAlong,
  passedBetween,
  type People,
  type Placed,
  type Reading,
  sum,
  totalOf,
  wasOnTheWay,
} from './readings';

/** People who may have passed and were not counted. */
export interface Doubt extends People {
  readonly areaId: string;
  /** When they passed at the earliest, epoch ms: they count then if somebody says so. */
  readonly at: number;
  /** When the room noticed, epoch ms: a later recount of the area settles it. */
  readonly noticedAt: number;
}

/** Totals below those that are known, which nothing explains. Nobody counts by them until they turn out to be the counter. */
interface LowerLine {
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
  /** When the newest reading arrived, epoch ms; missing for one from an earlier release. */
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
  readonly passed: Passed | null;
  /** When the people passed, epoch ms. */
  readonly at: number;
}

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

/**
 * Adds a reading to what is known of a source's totals (docs/product.md, M4 and M5). Of several explanations the one that adds
 * the fewest people counts. What it adds less than a possible one is in doubt.
 */
export function addTotals(state: TotalsState, reading: Reading, arrival: Arrival): Taken {
  const { counter } = arrival;
  const newest = state.readings.at(-1);
  if (newest === undefined)
    return {
      state: { ...state, readings: [reading], arrivedAt: arrival.now },
      passed: { ...NOBODY, notice: 'baseline' },
      at: reading.at,
    };
  const { lower } = state;
  // A clock that stands still says the same again, which is news while the totals are lower.
  const isToldLower = lower !== undefined && reading.at !== state.slow?.at && isKnown(lower.readings, reading);
  // The newest totals again, with a time long before, show a clock that was set back while nobody passed.
  const isAgain = reading.ins === newest.ins && reading.outs === newest.outs;
  const isQuiet = isAgain && reading.at < newest.at - OLD_TOTALS_MS;
  const isToldSlow = isAgain && reading.at === state.slow?.at;
  if (isKnown(state.readings, reading) || isToldLower || isToldSlow)
    return { state: ended(state, reading), passed: null, at: reading.at };

  const ms = elapsed(state, newest, reading, arrival);
  const isOfSlow = isOfSlowClock(state, reading, arrival);
  const isEarlier =
    !isOfSlow && !isQuiet && (reading.at < newest.at || (reading.at === newest.at && state.arrivedAt === arrival.now));
  const isSetBack = reading.at < newest.at;
  const after = following(state.readings, asArrived(state, newest, reading, arrival), counter, ms);
  // Only what was surely read later shows a restart. Otherwise a reading that is late or wrong is likelier.
  const isLater = isSurelyLater(state, newest, reading, arrival);
  const isKnownBefore = totalOf(reading) > 0 && isToldAgain(state.readings, reading);
  const isBoth = after?.readings.at(-1)?.begins !== undefined && (!isLater || isKnownBefore);
  const next = isBoth ? null : after;
  const isPossible = next !== null && canPass(next, ms);

  const late = isEarlier ? among(state.readings, reading, counter) : null;
  if (isBoth && late !== null && totalOf(late) > 0)
    return fallen(state.lower === undefined ? doubting(state, late, reading, arrival) : state, reading, arrival);
  const way = isEarlier ? wasOnTheWay(state.readings, reading) : null;
  // Older than all that is known, or the newest one by a clock that was set back: what can have passed has passed.
  const isNew = late?.readings === state.readings && isPossible;
  const isLate = late !== null && !isNew && (next === null || totalOf(late) <= totalOf(next));
  if (isLate && (way !== 'now' || totalOf(late) === 0))
    return counted({ ...state, readings: late.readings }, late, reading.at);
  if (way !== null) {
    const isGuess = way === 'earlier' && isPossible;
    return counted(
      isGuess ? doubting(state, next, reading, arrival) : state,
      { ...NOBODY, notice: 'late' },
      reading.at,
    );
  }
  if (!isPossible && isKnownBefore && (next !== null || !isLater))
    return counted(state, { ...NOBODY, notice: 'late' }, reading.at);
  const back = onEarlierTotals(state, reading, arrival);
  if (back !== null && (next === null || totalOf(back) < totalOf(next)))
    return follow(
      isPossible ? doubting(state, difference(next, back), reading, arrival) : state,
      back,
      reading,
      arrival,
    );
  if (next === null) return fallen(state, reading, arrival);
  // More than can have passed since a fall that is uncertain: the totals from before it are back, and fell by themselves.
  const most = isSetBack ? passable(ms + CLOCK_JITTER_MS) : passable(ms + OLD_TOTALS_MS, MISSING_PER_S);
  const isTooMany = next.notice === 'jump' || Math.max(next.ins, next.outs) > most;
  const [fall] = isTooMany && !isSetBack ? uncertainFalls(state.readings, counter) : [];
  if (fall !== undefined) return fallen(withoutFall(state, fall, counter), reading, arrival);
  if (isTooMany) return fallen(state, reading, arrival);
  // The newest totals, told again, do not end lower ones that came after them.
  if (!isLater && state.lower !== undefined && totalOf(next) === 0)
    return counted(state, { ...NOBODY, notice: 'late' }, reading.at);
  const placed: Placed = isSetBack && !isOfSlow && next.notice === null ? { ...next, notice: 'clock_set_back' } : next;
  const isMore = late !== null && late.readings !== state.readings;
  return follow(isMore ? doubting(state, difference(late, next), reading, arrival) : state, placed, reading, arrival);
}

/** Whether the reading is by the clock that was set back before: it stands still, or has gone on as long as the room's clock. */
function isOfSlowClock({ slow }: TotalsState, { at }: Reading, { now }: Arrival): boolean {
  if (slow === undefined || at <= slow.at) return at === slow?.at;
  return Math.abs(at - slow.at - (now - slow.arrivedAt)) <= CLOCK_JITTER_MS;
}

/** Whether a reading was read after the newest one, although its clock may be wrong or another computer's. */
function isSurelyLater({ arrivedAt = 0 }: TotalsState, newest: Reading, { at }: Reading, { now }: Arrival): boolean {
  if (at < newest.at) return false;
  // Its clock has gone on at least as long as the room's: it is told as it is read, or what had waited is told in order.
  const isInOrder = at - newest.at >= now - arrivedAt - CLOCK_JITTER_MS;
  return arrivedAt === now || isInOrder || at >= arrivedAt - CLOCK_JITTER_MS;
}

/** A reading whose time does not come after the newest one may be as late as its arrival. Within a batch, clocks may be coarse. */
function asArrived({ arrivedAt }: TotalsState, newest: Reading, reading: Reading, { now }: Arrival): Reading {
  const isOfItsTime = reading.at > newest.at || (reading.at === newest.at && arrivedAt === now);
  return isOfItsTime ? reading : { ...reading, at: Math.max(newest.at, now) };
}

/** How much time can have passed since a reading at most: the source's clock may stand still, or was set. */
function elapsed({ arrivedAt = 0 }: TotalsState, from: Reading, to: Reading, { now, heardAt }: Arrival): number {
  const byClock = to.at - from.at;
  if (arrivedAt !== now) return Math.max(byClock, now - arrivedAt);
  return byClock > 0 ? byClock : now - heardAt;
}

/** Counts what a reading adds. People who are owed come first: nobody is taken back. */
function counted(state: TotalsState, { ins, outs, notice }: Passed, at: number): Taken {
  const net = difference({ ins, outs }, state.owed);
  const passed = { ins: Math.max(0, net.ins), outs: Math.max(0, net.outs), notice };
  return { state: { ...state, owed: difference(passed, net) }, passed, at };
}

/** Counts a reading that follows the newest one, and decides about lower totals that came between them. */
function follow(state: TotalsState, { readings, ...passed }: Placed, reading: Reading, arrival: Arrival): Taken {
  const at = readings.at(-1)?.at ?? reading.at;
  const { now: arrivedAt } = arrival;
  const slow = reading.at < at ? { at: reading.at, arrivedAt } : state.slow;
  const { lower, ...rest } = { ...state, readings, slow, arrivedAt };
  if (lower === undefined) return counted(rest, passed, at);
  const [first, last] = [lower.readings[0], lower.readings.at(-1)];
  if (first === undefined || last === undefined) return counted(rest, passed, at);
  if (at < first.at) {
    // It arrived late. Perhaps the lower totals follow it.
    if (!isAtLeast(first, reading)) return counted({ ...rest, lower }, passed, at);
    const all = [...readings, ...lower.readings].slice(-SOURCE_READINGS_MAX);
    const people = sum(passed, difference(last, reading));
    return counted({ ...rest, readings: all }, { ...people, notice: passed.notice }, at);
  }
  const isOn = isAtLeast(reading, last);
  const onLower = isOn ? difference(reading, last) : NOBODY;
  if (!lower.mayBeRestart || !canPass(onLower, elapsed(state, last, reading, arrival)))
    return counted(rest, passed, at);
  const path = sum(sum(lower.doubt, grownOn(lower)), onLower);
  const missed = isOn ? difference(path, passed) : path;
  return counted({ ...rest, doubts: withDoubt(rest.doubts, { ...lower.doubt, ...missed }) }, passed, at);
}

/** A reading that is sent again, and is newer than the lower totals, shows that these were not the counter. */
function ended(state: TotalsState, reading: Reading): TotalsState {
  const { lower, ...rest } = state;
  const [newest, first] = [state.readings.at(-1), lower?.readings[0]];
  const isOver = newest !== undefined && first !== undefined && isKnown([newest], reading) && newest.at > first.at;
  return isOver ? rest : state;
}

/** The falls after which so few readings have counted anybody that the totals before may come back; the newest one first. */
function uncertainFalls(readings: readonly Reading[], counter: Counter): number[] {
  const falls: number[] = [];
  let growths = 0;
  for (let index = readings.length - 1; index > 0 && growths < RESTART_CONFIRMED; index--) {
    const [from, to] = [readings[index - 1], readings[index]];
    if (from === undefined || to === undefined) break;
    if (to.begins === 'unexplained' || (to.begins === 'restart' && !isAtLeast(to, from))) falls.push(index);
    if (totalOf(passedBetween(from, to, counter) ?? NOBODY) > 0) growths += 1;
  }
  return falls;
}

/** The state as if the totals had not fallen at this reading: what was counted since is owed. */
function withoutFall({ readings, owed, ...state }: TotalsState, fall: number, counter: Counter): TotalsState {
  const since = passedAlong(readings.slice(fall - 1), counter);
  return { ...state, readings: readings.slice(0, fall), owed: sum(owed, since) };
}

/** Explains a reading by totals that were known before they fell. Its people are those beyond what was counted since. */
function onEarlierTotals(state: TotalsState, reading: Reading, arrival: Arrival): Placed | null {
  const { readings } = state;
  const { counter } = arrival;
  const newest = readings.at(-1);
  for (const fall of uncertainFalls(readings, counter)) {
    const [earlier, old] = [readings.slice(0, fall), readings[fall - 1]];
    if (newest === undefined || old === undefined || !isAtLeast(reading, old)) continue;
    const next = following(earlier, asArrived(state, newest, reading, arrival), counter, 0);
    const since = passedAlong(readings.slice(fall - 1), counter);
    const most = passable(elapsed(state, old, reading, arrival) + OLD_TOTALS_MS, MISSING_PER_S);
    if (next !== null && Math.max(next.ins, next.outs) <= most) return { ...next, ...difference(next, since) };
  }
  return null;
}

/** Takes a reading that nothing explains. It counts nobody, until the totals stay as low. */
function fallen(state: TotalsState, reading: Reading, arrival: Arrival): Taken {
  const lower = extended(state.lower, reading, arrival) ?? begun(state, reading, arrival);
  const newest = state.readings.at(-1) ?? reading;
  const notice = isAtLeast(reading, newest) ? 'jump' : 'totals_fell';
  const nobody: Passed = { ...NOBODY, notice };
  // What arrives in one call can be a backlog of another computer: it is no proof that the counter shows it now.
  const isProven = lower.readings.length >= LOWER_READINGS && arrival.now > lower.doubt.noticedAt;
  if (!isProven) return { state: { ...state, lower }, passed: nobody, at: reading.at };
  const line = lower.readings.map((one, index): Reading => {
    const dated = { ...one, at: Math.max(one.at, newest.at) };
    return index === 0 ? { ...dated, begins: 'unexplained' } : dated;
  });
  const { lower: _, ...rest } = state;
  const readings = [...rest.readings, ...line].slice(-SOURCE_READINGS_MAX);
  const doubts = withDoubt(rest.doubts, lower.doubt);
  return counted({ ...rest, readings, doubts }, { ...grownOn(lower), notice }, reading.at);
}

const grownOn = ({ readings: [first, ...more] }: LowerLine): People => {
  const last = more.at(-1);
  return first === undefined || last === undefined ? NOBODY : difference(last, first);
};

/** The lower totals with one more reading: by its time, or else as the newest one; undefined if it is not one of them. */
function extended(lower: LowerLine | undefined, reading: Reading, arrival: Arrival): LowerLine | undefined {
  if (lower === undefined) return undefined;
  const byTime = [...lower.readings, reading].toSorted((a, b) => a.at - b.at || totalOf(a) - totalOf(b));
  const at = Math.max(reading.at, lower.readings.at(-1)?.at ?? 0);
  const readings = [byTime, [...lower.readings, { ...reading, at }]].find((all) => isRising(all, arrival));
  return readings && { ...lower, readings, doubt: { ...lower.doubt, ...lowest(lower.doubt, readings[0]) } };
}

/** Whether the totals rise along these readings, by no more than can have passed. */
const isRising = (readings: readonly Reading[], { now, heardAt }: Arrival): boolean =>
  readings.every((one, index) => {
    const before = readings[index - 1] ?? one;
    const ms = Math.max(one.at - before.at, now - heardAt) + CLOCK_JITTER_MS;
    return isAtLeast(one, before) && canPass(difference(one, before), ms);
  });

const lowest = (a: People, b: People = a): People => ({ ins: Math.min(a.ins, b.ins), outs: Math.min(a.outs, b.outs) });

function begun(state: TotalsState, reading: Reading, arrival: Arrival): LowerLine {
  const newest = state.readings.at(-1) ?? reading;
  const ms = elapsed(state, newest, reading, arrival);
  const isHigher = isAtLeast(reading, newest);
  const most = Math.floor(passable(ms + (isHigher ? OLD_TOTALS_MS : CLOCK_JITTER_MS), MISSING_PER_S));
  const { lower } = state;
  const beyond = isHigher && reading.at >= newest.at ? difference(reading, newest) : reading;
  const missed = lowest(beyond, { ins: most, outs: most });
  const all = lower === undefined ? missed : sum(missed, sum(lower.doubt, grownOn(lower)));
  return {
    readings: [reading],
    doubt: { areaId: arrival.areaId, at: Math.max(reading.at, newest.at), noticedAt: arrival.now, ...all },
    mayBeRestart: canPass(reading, ms) || lower?.mayBeRestart === true,
  };
}

const doubting = (
  state: TotalsState,
  { ins, outs }: People,
  { at }: Reading,
  { areaId, now }: Arrival,
): TotalsState => ({
  ...state,
  doubts: withDoubt(state.doubts, { areaId, at, noticedAt: now, ins, outs }),
});

/** Adds what is in doubt to what already is, by area. */
function withDoubt(doubts: readonly Doubt[], { ins, outs, ...doubt }: Doubt): readonly Doubt[] {
  const people = { ins: Math.max(0, ins), outs: Math.max(0, outs) };
  if (totalOf(people) === 0) return doubts;
  const known = doubts.find(({ areaId }) => areaId === doubt.areaId);
  const others = doubts.filter((one) => one !== known);
  if (known === undefined) return [...others, { ...doubt, ...people }];
  return [...others, { ...known, noticedAt: doubt.noticedAt, ...sum(known, people) }];
}
