import type { NewOrder } from '../../src/shared/orders/schemas';
import { applyMove, type Move } from '../../test/support/crowd';
import { pick, type Random, seededRandom, wholeBetween } from '../../test/support/random';
import {
  AREAS,
  CONTROL_DESK,
  EAST_GATE,
  FESTIVAL,
  GARDEN,
  isMachine,
  MARKET,
  RIVER_GATE,
  STEP_FREE_GATE,
  WEEKEND,
} from './festival';
import { closingHour, type Curve } from './shows/curve';
import { playShow, sized } from './shows/show';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A move that a device counts, `at` epoch ms. */
interface Tap extends Move {
  /** In a drill: `area` is the area whose people leave, or the index of an assembly point. */
  place?: 'drill' | 'assembly';
  at: number;
}

/** A planned tap that has no seq yet. */
export interface CrowdTap extends Tap {
  /** The tap of the same device that this tap takes back. */
  undone?: CrowdTap;
}

/** A tap as its device sends it. */
export interface PlannedTap extends Tap {
  /** The tap's number since the device joined, from 1 on. Machines have numbers of their own. */
  seq: number;
  /** The seq of this device's tap that this tap takes back. */
  undoes?: number;
}

/** One step of the festival. `at` is the time when the server receives it, epoch ms. */
export type Step = { at: number } & (
  | { type: 'join'; device: number }
  | { type: 'leave'; device: number }
  | { type: 'tap'; tap: PlannedTap }
  | { type: 'recount'; area: number; occupancy: number; reason: string }
  | { type: 'reset'; area: number }
  | { type: 'acknowledge'; device: number; note?: string }
  | { type: 'order'; order: Pick<NewOrder, 'kind' | 'note'> }
  | { type: 'confirm'; device: number }
  | { type: 'drill'; points: readonly string[] }
  | { type: 'end drill' }
);

export interface Plan {
  /** When the organizer prepares account and event, epoch ms. This is before the first step. */
  preparedAt: number;
  /** The steps in the order in which the server receives them. */
  steps: Step[];
}

export interface PlanOptions {
  /** The time at which the plan ends, epoch ms. */
  now: number;
  seed: number;
  /** The size of the crowd and of the capacities; 1 is a festival of about 32,000 taps. */
  size: number;
}

/** Plans the last weekend that was over before `now`, and today. The same options always give the same plan. */
export function planFestival({ now, seed, size }: PlanOptions): Plan {
  const friday = lastFriday(now);
  const days = WEEKEND.map((day, offset) => {
    const opensAt = localTime(friday, offset, day.opensAt);
    const random = seededRandom(seed + offset);
    return playDay({ opensAt, hours: closingHour(day.curves), curves: day.curves, random, size, ...INCIDENTS[offset] });
  });
  const today = playDay({
    opensAt: now - FESTIVAL.openFor * HOUR_MS,
    hours: FESTIVAL.openFor,
    curves: FESTIVAL.curves,
    random: seededRandom(seed + WEEKEND.length),
    size,
    ...TODAY_INCIDENTS,
  });
  const steps = [...days.flat(), ...today].filter(({ at }) => at < now);
  return { preparedAt: localTime(friday, -1, 16), steps };
}

interface Incidents {
  /** The river gate has no network in these hours: its taps arrive when they are over. */
  quietTime?: readonly [fromHour: number, toHour: number];
  /** Somebody counted `drift` more (or fewer) people by eye than the doors had counted. */
  recounts?: readonly { hour: number; area: number; drift: number; reason: string }[];
  /** When the control desk acknowledges the open alerts, in hours after the doors opened. */
  acknowledgedAt?: readonly number[];
  /** When the step-free gate's device fails for good, in hours after the doors opened. */
  stepFreeLeaves?: number;
  isOpen?: boolean;
}

const INCIDENTS: readonly Incidents[] = [
  { acknowledgedAt: [4.55, 7.05] },
  {
    quietTime: [7.1, 7.8],
    recounts: [
      {
        hour: 10.75,
        area: MARKET,
        drift: -23,
        reason: 'Counted by eye at the change of shifts: some left through the kitchen yard',
      },
    ],
    acknowledgedAt: [5.3, 8.7, 10.55],
  },
  { acknowledgedAt: [6.6, 8.8] },
];
const TODAY_INCIDENTS: Incidents = {
  recounts: [{ hour: 4.4, area: GARDEN, drift: 9, reason: 'Stewards counted the garden row by row' }],
  acknowledgedAt: [4.7],
  stepFreeLeaves: 5.37,
  isOpen: true,
};

interface DayOptions extends Incidents {
  opensAt: number;
  hours: number;
  curves: readonly Curve[];
  random: Random;
  size: number;
}

/** Trams bring people in waves: ms from one tram to the next, and for how long its people are at the gates. */
const TRAM_EVERY_MS = 7 * MINUTE_MS;
const TRAM_CROWD_MS = 2 * MINUTE_MS;
/** Of those who are not where the day wants them, how many pass a door in a minute: after a tram, and else. */
const MOVING = { tram: 0.65, quiet: 0.14 };
/** The mean of how many people a tap counts. */
const PEOPLE_PER_TAP = 1.42;

/** Returns the mean pause after a tap, in ms. */
function pauseMs(sinceOpenedMs: number, missing: number): number {
  const share = sinceOpenedMs % TRAM_EVERY_MS < TRAM_CROWD_MS ? MOVING.tram : MOVING.quiet;
  return Math.min(MINUTE_MS, (MINUTE_MS * PEOPLE_PER_TAP) / (missing * share));
}

/** How many of a thousand taps are followed by a mistake, which is taken back a few seconds later. */
const MISTAKES_PER_THOUSAND = 6;

/** Returns what a person who has just tapped does by mistake: a tap of the wrong button, and its undo. */
function mistakeAfter(random: Random, { device, area, change, at }: CrowdTap): CrowdTap[] {
  if (change < 0 || isMachine(device) || random() * 1000 >= MISTAKES_PER_THOUSAND) return [];
  const wrong = { device, area, change: pick(random, [1, 1, 5, 10]), at: at + wholeBetween(random, 300, 1_200) };
  return [
    wrong,
    { ...wrong, change: 0 - wrong.change, at: wrong.at + wholeBetween(random, 1_500, 6_000), undone: wrong },
  ];
}

function playDay(options: DayOptions): Step[] {
  const { opensAt, hours, curves, random, size, recounts = [] } = options;
  const atHour = (hour: number) => Math.round(opensAt + hour * HOUR_MS);
  const show = { ...sized(FESTIVAL, size), curves };
  const occupancy = AREAS.map(() => 0);
  const taps: CrowdTap[] = [];
  const counted: Step[] = [];
  let from = opensAt;
  const playTo = (to: number) => {
    const pause = (at: number, missing: number) => pauseMs(at - opensAt, missing);
    taps.push(...playShow(show, { random, opensAt, from, to, occupancy, pauseMs: pause }));
    from = to + 1;
  };
  for (const { hour, area, drift, reason } of recounts) {
    playTo(atHour(hour));
    const people = Math.max(0, (occupancy[area] ?? 0) + Math.round(drift * Math.min(1, size * 2)));
    occupancy[area] = people;
    counted.push({ type: 'recount', at: atHour(hour), area, occupancy: people, reason });
  }
  playTo(atHour(hours));
  taps.push(...taps.flatMap((tap) => mistakeAfter(random, tap)));
  const leavesAt = options.stepFreeLeaves === undefined ? Infinity : atHour(options.stepFreeLeaves);
  const [silentFrom, silentTo] = (options.quietTime ?? [0, 0]).map(atHour);
  const sentAt = (tap: CrowdTap) =>
    tap.device === RIVER_GATE &&
    silentFrom !== undefined &&
    silentTo !== undefined &&
    tap.at >= silentFrom &&
    tap.at < silentTo
      ? silentTo
      : tap.at;
  // After the step-free gate's device has failed, the device beside it counts its people.
  for (const tap of taps) {
    if (tap.device === STEP_FREE_GATE && (tap.undone ?? tap).at >= leavesAt) tap.device = EAST_GATE;
  }
  const steps: Step[] = [
    ...arrivals(FESTIVAL.devices.length, opensAt),
    ...numbered(taps, sentAt),
    ...counted,
    ...(options.acknowledgedAt ?? []).map((hour): Step => ({
      type: 'acknowledge',
      device: CONTROL_DESK,
      at: atHour(hour),
    })),
  ];
  if (options.stepFreeLeaves !== undefined)
    steps.push({ type: 'leave', device: STEP_FREE_GATE, at: leavesAt + 10 * SECOND_MS });
  if (!options.isOpen) steps.push(...closing(occupancy, atHour(hours)));
  return steps.toSorted((a, b) => a.at - b.at);
}

/** All devices join, one after another, before the doors open. @param devices how many there are */
export const arrivals = (devices: number, opensAt: number): Step[] =>
  Array.from({ length: devices }, (_, device): Step => ({
    type: 'join',
    device,
    at: opensAt - (devices - device) * 40 * SECOND_MS,
  }));

/** All devices leave. Areas that miscounts have left above or below 0 are reset once the site is empty. */
const closing = (occupancy: readonly number[], closesAt: number): Step[] => [
  ...FESTIVAL.devices.map((_, device): Step => ({ type: 'leave', device, at: closesAt + (device + 1) * MINUTE_MS })),
  ...[...occupancy.keys()]
    .filter((area) => occupancy[area] !== 0)
    .map((area): Step => ({ type: 'reset', area, at: closesAt + 25 * MINUTE_MS + area * 5 * SECOND_MS })),
];

export function numbered(taps: readonly CrowdTap[], sentAt = ({ at }: CrowdTap): number => at): Step[] {
  const seqs = new Map<CrowdTap, number>();
  const last: number[] = [];
  return taps
    .toSorted((a, b) => a.at - b.at)
    .map((tap) => {
      const seq = (last[tap.device] ?? 0) + 1;
      last[tap.device] = seq;
      seqs.set(tap, seq);
      const { undone, ...made } = tap;
      const undoes = undone && seqs.get(undone);
      return { type: 'tap', at: sentAt(tap), tap: { ...made, seq, ...(undoes === undefined ? {} : { undoes }) } };
    });
}

/** Midnight, local time, of the last Friday whose Sunday night has been over for as long as today's festival is open. */
function lastFriday(now: number): Date {
  const date = new Date(now);
  const friday = new Date(date.getFullYear(), date.getMonth(), date.getDate() - ((date.getDay() + 2) % 7));
  const isOver = localTime(friday, 3, 6) + FESTIVAL.openFor * HOUR_MS <= now;
  return isOver ? friday : new Date(friday.getFullYear(), friday.getMonth(), friday.getDate() - 7);
}

const localTime = (day: Date, days: number, hours: number): number =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, hours).getTime();

export interface AreaTally {
  occupancy: number;
  entries: number;
  exits: number;
}

/** Returns the occupancy and the totals that the server's areas must show after these steps. @param areas how many there are */
export function tallyOf(steps: readonly Step[], areas: number = AREAS.length): AreaTally[] {
  const occupancy = Array.from({ length: areas }, () => 0);
  const totals = occupancy.map(() => ({ entries: 0, exits: 0 }));
  const count = (area: number, change: number, isUndo: boolean) => {
    const total = totals[area];
    if (total === undefined) return;
    // An undo lowers the totals that the undone tap raised (docs/product.md, C10).
    if (change > 0 !== isUndo) total.entries += isUndo ? change : Math.abs(change);
    else total.exits += isUndo ? 0 - change : Math.abs(change);
  };
  for (const step of steps) {
    if (step.type === 'reset') occupancy[step.area] = 0;
    if (step.type === 'recount') occupancy[step.area] = step.occupancy;
    // What a drill counts is in no figure of the day.
    if (step.type !== 'tap' || step.tap.place !== undefined) continue;
    const { area, change, to, undoes } = step.tap;
    applyMove(occupancy, step.tap);
    count(area, change, undoes !== undefined);
    if (to !== undefined) count(to, 0 - change, undoes !== undefined);
  }
  return totals.map((total, area) => ({ ...total, occupancy: occupancy[area] ?? 0 }));
}
