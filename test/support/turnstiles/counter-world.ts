import * as fc from 'fast-check';

/**
 * A counter above a door, people who pass it one by one, and computers that read it and tell what it showed. What is true is
 * in the list of people alone. Nothing here knows how totals are understood. Times are seconds; `at` and arrivals are epoch ms.
 */

interface Told {
  /** What the computer says: epoch ms by its own clock, or the local time of TIME_ZONE without its offset. */
  at: number | string;
  ins: number;
  outs: number;
}

/** Readings that arrive together. */
interface Delivery {
  arrivedAt: number;
  readings: Told[];
}

export interface Evening {
  deliveries: Delivery[];
  /** People whom a delivered reading shows, and who passed after the first one. */
  truth: { ins: number; outs: number };
}

interface Clock {
  /** From this second on, the clock is off by so many seconds, or stands still. */
  steps: { from: number; offset: number; isFrozen: boolean }[];
  /** Whether it shows whole seconds. */
  isCoarse: boolean;
}

interface Computer {
  clock: Clock;
  every: number;
  phase: number;
  /** Without network: what was read arrives at the end, in order or not. */
  outages: { from: number; length: number; isShuffled: boolean }[];
}

export interface Plan {
  seed: number;
  seconds: number;
  /** People a minute and direction, for each sixth of the evening. */
  crowd: number[];
  start: { ins: number; outs: number };
  restarts: { at: number; isDark: boolean }[];
  computers: Computer[];
  /** Out of a hundred. */
  lost: number;
  resent: number;
  lagging: number;
  zeros: number;
  /** A broker has kept a message and sends it once more with the time of now. */
  kept: number;
  /** It is the night in which clocks show an hour twice, and computers tell local times without their offset. */
  isClockChange: boolean;
}

const RIGHT: Clock = { steps: [], isCoarse: true };

export const TIME_ZONE = 'Europe/Berlin';
const EPOCH_MS = 1_800_000_000_000;
/** 01:40 in summer: 80 minutes later it is 02:00 again. */
const CLOCK_CHANGE_MS = Date.UTC(2027, 9, 30, 23, 40);
const CLOCK_CHANGE_S = 7_200;
/** A message is kept for at most so many readings. */
const KEPT_READINGS = 6;
const epochOf = ({ isClockChange }: Plan): number => (isClockChange ? CLOCK_CHANGE_MS : EPOCH_MS);
const localTime = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short', timeStyle: 'medium' });
const AHEAD_MAX_S = 120;
/** Nobody enters or leaves faster than this through one door, per second. */
const CROWD_MAX = 1.5;

const clocks = (seconds: number): fc.Arbitrary<Clock> =>
  fc.record({
    steps: fc.array(
      fc.record({
        from: fc.nat(seconds),
        offset: fc.oneof(
          fc.integer({ min: -15, max: 15 }),
          fc.constantFrom(-7 * 3600, -3600, -600, -90, 90, 110, 3600),
        ),
        isFrozen: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    isCoarse: fc.boolean(),
  });

const computers = (seconds: number): fc.Arbitrary<Computer> =>
  fc.record({
    clock: fc.oneof({ weight: 1, arbitrary: fc.constant(RIGHT) }, { weight: 2, arbitrary: clocks(seconds) }),
    every: fc.constantFrom(5, 7, 10, 30, 60),
    phase: fc.nat(9),
    outages: fc.array(fc.record({ from: fc.nat(seconds), length: fc.nat(300), isShuffled: fc.boolean() }), {
      maxLength: 2,
    }),
  });

/** How long nobody reads a counter after a restart in the dark, in seconds. */
const DARK_S = 600;

/** One computer has one outage at a time. */
const apart = (outages: Computer['outages']): Computer['outages'] => {
  const [first, second] = outages.toSorted((a, b) => a.from - b.from);
  const isApart = first && second && second.from > first.from + first.length + 1;
  return isApart || !first ? outages : [first];
};

const isPlainOf = (all: readonly Computer[]): boolean => all.every(({ outages }) => outages.length === 0);

/**
 * Leaves out what no readings can tell; decision 42 lists it, with what a person is shown.
 * - Two computers of which one has a wrong clock keep nothing for later, nor do any two if the counter restarts: lower totals
 *   with a time after the other's are what a counter shows that restarts.
 * - Two computers, of which one tells old totals after a restart: nothing tells which of the two is right.
 * - What had waited across a restart, or by a clock that stands still, is not sent twice: the room has forgotten the first one,
 *   and only its time tells it from people.
 * - A counter restarts, and before it is read again its clock is set or refused, or it restarts again, or zeros are told:
 *   nothing tells the two falls apart.
 * - A clock is set or stands still while there is no network, and the counter restarts, or what was read then arrives in
 *   disorder, or after what is read later: neither time nor order is left.
 */
function telling(plan: Plan): Plan {
  const { computers: all } = plan;
  const isStill = all.some(({ clock }) => clock.steps.some(({ isFrozen }) => isFrozen));
  const [first, second] = plan.restarts.toSorted((a, b) => a.at - b.at);
  const isClear = first && second && second.at - first.at > (first.isDark ? DARK_S : 0) + 300;
  const isPlain = all.length === 1 && isPlainOf(all);
  const restarts = isClear && isPlain ? plan.restarts : plan.restarts.slice(0, 1);
  const isNear = (from: number) =>
    restarts.some(({ at, isDark }) => from >= at - 120 && from <= at + 120 + (isDark ? DARK_S : 0));
  return {
    ...plan,
    restarts,
    resent: (restarts.length > 0 || isStill) && !isPlainOf(all) ? 0 : plan.resent,
    kept: restarts.length > 0 ? 0 : plan.kept,
    lagging: restarts.length > 0 && all.length > 1 ? 0 : plan.lagging,
    zeros: restarts.length > 0 || (all.length > 1 && !isPlainOf(all)) ? 0 : plan.zeros,
    computers: all.map((one) => {
      const steps = one.clock.steps.filter(
        // What a clock that is far ahead says is refused, so it hides a restart like an outage.
        ({ from, offset }) => !isNear(from) && (restarts.length === 0 || offset <= AHEAD_MAX_S),
      );
      const isAlone = all.length === 1;
      const clock = restarts.length > 0 && !isAlone ? RIGHT : { ...one.clock, steps };
      const isRight = clock.steps.length === 0;
      const areRight = all.every((other) => other.clock.steps.length === 0);
      const mayWait = restarts.length > 0 ? isAlone && isRight : isAlone || areRight;
      const outages = isRight
        ? apart(one.outages)
        : one.outages.slice(0, 1).map((outage) => ({ ...outage, isShuffled: false }));
      return { ...one, clock, outages: mayWait ? outages : [] };
    }),
  };
}

const evenings: fc.Arbitrary<Plan> = fc.constantFrom(120, 400, 1_200).chain((seconds) =>
  fc
    .record({
      seed: fc.nat(2 ** 31),
      seconds: fc.constant(seconds),
      crowd: fc.array(fc.constantFrom(0, 0, 2, 20, 60 * CROWD_MAX), { minLength: 6, maxLength: 6 }),
      start: fc.record({ ins: fc.constantFrom(0, 3, 40, 480, 10_000), outs: fc.constantFrom(0, 2, 30, 90, 9_000) }),
      restarts: fc.array(
        fc.record({ at: fc.nat(seconds), isDark: fc.integer({ min: 0, max: 4 }).map((n) => n === 0) }),
        { maxLength: 2 },
      ),
      computers: fc.array(computers(seconds), { minLength: 1, maxLength: 2 }),
      lost: fc.constantFrom(0, 0, 5, 30),
      resent: fc.constantFrom(0, 0, 10),
      lagging: fc.constantFrom(0, 0, 0, 4),
      zeros: fc.constantFrom(0, 0, 0, 4),
      kept: fc.constantFrom(0, 0, 0, 4),
      isClockChange: fc.constant(false),
    })
    .map(telling),
);

/**
 * One computer with a right clock, which loses its network for up to an hour and a half. It sends nothing twice: of a local time
 * that was shown twice nothing tells which of the two an old message means.
 */
const clockChanges: fc.Arbitrary<Plan> = fc.record({
  seed: fc.nat(2 ** 31),
  seconds: fc.constant(CLOCK_CHANGE_S),
  crowd: fc.array(fc.constantFrom(0, 2, 20), { minLength: 6, maxLength: 6 }),
  start: fc.record({ ins: fc.constantFrom(0, 480), outs: fc.constantFrom(0, 90) }),
  restarts: fc.constant([]),
  computers: fc
    .record({ from: fc.nat(CLOCK_CHANGE_S), length: fc.nat(5_400), every: fc.constantFrom(30, 60) })
    .map(({ from, length, every }) => [
      { clock: RIGHT, every, phase: 0, outages: [{ from, length, isShuffled: false }] },
    ]),
  lost: fc.constantFrom(0, 5),
  resent: fc.constant(0),
  lagging: fc.constant(0),
  zeros: fc.constant(0),
  kept: fc.constant(0),
  isClockChange: fc.constant(true),
});

export const plans: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 30, arbitrary: evenings },
  { weight: 1, arbitrary: clockChanges },
);

/** Numbers that look random and are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shown({ steps, isCoarse }: Clock, second: number, epochMs: number): number {
  let [offset, frozenAt]: [number, number | null] = [0, null];
  for (const step of steps.toSorted((a, b) => a.from - b.from)) {
    if (step.from > second) break;
    offset = step.offset;
    frozenAt = step.isFrozen ? step.from : null;
  }
  const ms = epochMs + ((frozenAt ?? second) + offset) * 1000;
  return isCoarse ? Math.floor(ms / 1000) * 1000 : Math.round(ms);
}

/** What a counter showed: its run since a restart, and how many of that run's people. */
interface Seen {
  run: number;
  ins: number;
  outs: number;
}

interface Person {
  at: number;
  way: 'ins' | 'outs';
  /** Since which restart, and the how manieth in that direction. */
  run: number;
  number: number;
}

interface Sent extends Told {
  /** Epoch ms. */
  at: number;
  /** The second at which the counter was read, and the one at which the reading arrives. */
  readAt: number;
  arrives: number;
  order: number;
  seen: Seen | null;
  /** Whether it shows what was read before. */
  isLagging: boolean;
  /** Whether the clock was not right then. */
  isWrong: boolean;
}

/** Lets people pass and computers read, and returns all people and all that was sent. */
function play(plan: Plan): { people: Person[]; sent: Sent[] } {
  const random = randomOf(plan.seed);
  const people: Person[] = [];
  const sent: Sent[] = [];
  const chance = (percent: number) => random() * 100 < percent;
  const isDark = (second: number) =>
    plan.restarts.some((restart) => restart.isDark && second >= restart.at && second < restart.at + DARK_S);
  let shows: Seen = { run: 0, ...plan.start };
  const told = plan.computers.map((): Seen[] => [shows]);
  const epochMs = epochOf(plan);
  for (let second = 0; second <= plan.seconds; second++) {
    if (plan.restarts.some(({ at }) => at === second)) shows = { run: shows.run + 1, ins: 0, outs: 0 };
    const perSecond = (plan.crowd[Math.min(5, Math.floor((6 * second) / plan.seconds))] ?? 0) / 60;
    for (const way of ['ins', 'outs'] as const) {
      const passing = Math.floor(perSecond + random());
      for (let n = 0; n < passing; n++) {
        shows = { ...shows, [way]: shows[way] + 1 };
        people.push({ at: second, way, run: shows.run, number: shows[way] });
      }
    }
    for (const [index, { clock, every, phase, outages }] of plan.computers.entries()) {
      if (second < phase || (second - phase) % every !== 0 || isDark(second) || chance(plan.lost)) continue;
      const outage = outages.find(({ from, length }) => second >= from && second < from + length);
      // What was never true, or not then, is told at once: among late readings nothing tells which of them is wrong.
      const isLive = outage === undefined;
      const isLagging = isLive && chance(plan.lagging);
      const isKept = isLive && plan.kept > 0 && chance(plan.kept);
      const known = told[index] ?? [];
      const old = isKept ? known.at(-1 - Math.ceil(random() * KEPT_READINGS)) : known.at(-1);
      const seen = isLive && chance(plan.zeros) ? null : isLagging || isKept ? (old ?? shows) : shows;
      known.push(shows);
      const arrives =
        outage === undefined ? second + random() * 3 : outage.from + outage.length + (clock.steps.length > 0 ? 0 : 1);
      const order = outage?.isShuffled === true ? random() : second / 1e6;
      const { ins, outs } = seen ?? { ins: 0, outs: 0 };
      const at = shown(clock, second, epochMs);
      const isWrong = Math.abs(at - epochMs - second * 1000) > 1_000;
      const one = { at, ins, outs, readAt: second, arrives, order, seen, isLagging: isLagging || isKept, isWrong };
      sent.push(one);
      if (chance(plan.resent)) sent.push({ ...one, arrives: arrives + random() * 30 });
    }
  }
  return { people, sent };
}

const isBeyond = (seen: Seen, than: Seen): boolean =>
  seen.run > than.run || (seen.run === than.run && (seen.ins > than.ins || seen.outs > than.outs));

/** Plays a plan; null for an evening that no readings can tell from another one. */
export function evening(plan: Plan): Evening | null {
  const { people, sent } = play(plan);
  const epochMs = epochOf(plan);
  const isTaken = ({ at, arrives }: Sent): boolean => at <= epochMs + (arrives + AHEAD_MAX_S) * 1000;
  const arriving = sent.filter(isTaken).toSorted((a, b) => a.arrives - b.arrives || a.order - b.order);
  const first = arriving.find(({ seen, isLagging }) => seen !== null && !isLagging);
  const from = first?.seen;
  if (first === undefined || !from) return null;
  // The source is added by what its counter shows then, and nothing older than that reading is sent.
  const delivered = arriving
    .slice(arriving.indexOf(first))
    .filter(({ seen }) => seen === null || seen === from || !isBeyond(from, seen));
  if (hidesRestart(delivered) || confusesRestart(plan, delivered) || endsUntold(delivered)) return null;

  const shownUpTo = new Map<number, { ins: number; outs: number }>();
  for (const { seen } of delivered) {
    if (seen === null) continue;
    const most = shownUpTo.get(seen.run) ?? { ins: 0, outs: 0 };
    shownUpTo.set(seen.run, { ins: Math.max(most.ins, seen.ins), outs: Math.max(most.outs, seen.outs) });
  }
  const truth = { ins: 0, outs: 0 };
  for (const { way, run, number } of people) {
    const isNew = run > from.run || number > from[way];
    if (isNew && number <= (shownUpTo.get(run)?.[way] ?? 0)) truth[way] += 1;
  }
  const deliveries = new Map<number, Told[]>();
  for (const { at, ins, outs, arrives } of delivered) {
    const together = deliveries.get(arrives) ?? [];
    together.push({ at: plan.isClockChange ? localTime.format(at) : at, ins, outs });
    deliveries.set(arrives, together);
  }
  const arrivedAt = (second: number) => epochMs + Math.round(second * 1000);
  return { deliveries: [...deliveries].map(([at, readings]) => ({ arrivedAt: arrivedAt(at), readings })), truth };
}

/**
 * Whether a counter restarts and what has arrived by then does not show it: the next reading is past the old totals, because
 * those between are missing or come later. Nothing tells it from people who passed; nobody can be shown anything.
 */
function hidesRestart(delivered: readonly Sent[]): boolean {
  const arrived: Sent[] = [];
  return delivered.some((one) => {
    if (one.seen === null) return false;
    const index = arrived.findLastIndex(({ readAt }) => readAt <= one.readAt) + 1;
    arrived.splice(index, 0, one);
    return isHidden(arrived[index - 1], one) || isHidden(one, arrived[index + 1]);
  });
}

/**
 * Whether a counter restarts and goes through totals again that it showed before, while what had waited arrives or a clock is
 * wrong: nothing tells a reading after the restart from one of the old totals.
 */
function confusesRestart({ computers: all, resent }: Plan, delivered: readonly Sent[]): boolean {
  const told = delivered.filter(({ seen }) => seen !== null);
  const isLate = resent > 0 || all.some(({ outages }) => outages.length > 0);
  if (!isLate && !told.some(({ isWrong }) => isWrong)) return false;
  const runs = Map.groupBy(told, ({ seen }) => seen?.run);
  const ranges = [...runs].map(([run, readings]) => ({
    run,
    ins: [Math.min(...readings.map(({ ins }) => ins)), Math.max(...readings.map(({ ins }) => ins))] as const,
    outs: [Math.min(...readings.map(({ outs }) => outs)), Math.max(...readings.map(({ outs }) => outs))] as const,
  }));
  const overlap = (a: readonly [number, number], b: readonly [number, number]) => a[0] <= b[1] && b[0] <= a[1];
  return ranges.some((a, index) =>
    ranges.slice(index + 1).some((b) => overlap(a.ins, b.ins) && overlap(a.outs, b.outs)),
  );
}

/**
 * Whether the last reading is the first one after a restart, and its clock was set back since the one before: an old message
 * shows the same. The next reading tells.
 */
function endsUntold(delivered: readonly Sent[]): boolean {
  const told = delivered.filter(({ seen }) => seen !== null).toSorted((a, b) => a.readAt - b.readAt);
  const last = told.at(-1);
  const before = told.findLast(({ readAt }) => readAt !== last?.readAt);
  if (last === undefined || before === undefined) return false;
  return (last.seen?.run ?? 0) > (before.seen?.run ?? 0) && last.at < before.at;
}

const isHidden = (before: Sent | undefined, after: Sent | undefined): boolean =>
  before?.seen !== null &&
  after?.seen !== null &&
  before !== undefined &&
  after !== undefined &&
  after.seen.run > before.seen.run &&
  after.seen.ins >= before.seen.ins &&
  after.seen.outs >= before.seen.outs;
