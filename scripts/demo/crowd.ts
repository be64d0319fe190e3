import { between, pick, type Random, wholeBetween } from '../../test/support/random';
import { AREAS, CONTROL_DESK, GATES, isMachine, MAIN, MARKET, PASSAGES, TENT } from './festival';
import { type Curve, percentAt } from './shows/curve';

const MINUTE_MS = 60_000;

/** A planned tap that has no seq yet. Times are epoch ms. With `to`, the people go from one area to another. */
export interface CrowdTap {
  device: number;
  area: number;
  /** The number of people; negative when they leave `area`. */
  change: number;
  to?: number;
  at: number;
  /** In a drill: `area` is the area whose people leave, or the index of an assembly point. */
  place?: 'drill' | 'assembly';
  /** The tap of the same device that this tap takes back. */
  undone?: CrowdTap;
}

/** A recount: somebody counted `drift` more (or fewer) people by eye than the doors have counted. */
export interface Recount {
  at: number;
  area: number;
  drift: number;
  reason: string;
}

export interface RecountStep {
  at: number;
  area: number;
  occupancy: number;
  reason: string;
}

/** How many people pass one door in each direction per minute, beside the planned flow, at size 1 and in full areas. */
const GATE_CHURN = 0.9;
const PASSAGE_CHURN = 0.85;
/** Trams bring people in waves: minutes from one tram to the next, and how many of them its people are at the gates. */
const TRAM_EVERY = 7;
const TRAM_CROWD = 2;
/** How many of a thousand taps are followed by a mistake, which is taken back a few seconds later. */
const MISTAKES_PER_THOUSAND = 6;
/** Minutes between two corrections by the control desk. */
const CORRECTION_EVERY = 24;

/** Rounds a rate of people per minute up or down at random, so that the average is right. */
const whole = (random: Random, rate: number): number => Math.floor(rate + random());

/** Splits people into taps as door staff make them: mostly single people, and groups with +5 and +10. */
function groupsOf(random: Random, people: number): number[] {
  const groups: number[] = [];
  let left = people;
  while (left > 0) {
    const roll = random();
    const fits = left >= 10 && roll < 0.06 ? 10 : left >= 5 && roll < 0.22 ? 5 : 1;
    groups.push(fits);
    left -= fits;
  }
  return groups;
}

/** Changes the areas' occupancies as the tap does. */
export function applyTap(occupancy: number[], { area, change, to }: Pick<CrowdTap, 'area' | 'change' | 'to'>): void {
  occupancy[area] = (occupancy[area] ?? 0) + change;
  if (to !== undefined) occupancy[to] = (occupancy[to] ?? 0) - change;
}

export interface SessionOptions {
  random: Random;
  /** The time when the doors open, epoch ms. */
  opensAt: number;
  minutes: number;
  curves: readonly Curve[];
  /** The size of the crowd; 1 is a real festival. */
  size: number;
  recounts: readonly Recount[];
}

export interface Session {
  /** The taps in order of time. */
  taps: CrowdTap[];
  recounts: RecountStep[];
  /** The occupancy of each area at the end. */
  occupancy: number[];
}

/**
 * Plays a day's crowd: the areas follow their curves, and people come and go through gates and passages. In no minute
 * do more people leave an area than were in it when the minute began.
 */
export function playSession({ random, opensAt, minutes, curves, size, recounts }: SessionOptions): Session {
  const occupancy = AREAS.map(() => 0);
  const session: Session = { taps: [], recounts: [], occupancy };
  for (let minute = 0; minute < minutes; minute++) {
    const begins = opensAt + minute * MINUTE_MS;
    for (const { at, area, drift, reason } of recounts) {
      if (at < begins || at >= begins + MINUTE_MS) continue;
      occupancy[area] = Math.max(0, (occupancy[area] ?? 0) + drift);
      session.recounts.push({ at: begins, area, occupancy: occupancy[area], reason });
    }
    const goals = AREAS.map(
      ({ capacity }, area) => (size * capacity * percentAt(curves[area] ?? [], (minute + 1) / 60)) / 100,
    );
    const taps = new Minute(random, begins, occupancy, goals, size).play(minute);
    for (const tap of taps) applyTap(occupancy, tap);
    session.taps.push(...taps);
  }
  return session;
}

/** Plays one minute at all doors. */
class Minute {
  private readonly taps: CrowdTap[] = [];
  /** For each area, the people who were inside when the minute began and who have not left since. */
  private readonly inside: number[];
  private readonly wanted: number[];
  private readonly random: Random;
  private readonly begins: number;
  private readonly size: number;

  constructor(random: Random, begins: number, occupancy: readonly number[], goals: readonly number[], size: number) {
    this.random = random;
    this.begins = begins;
    this.size = size;
    this.inside = [...occupancy];
    this.wanted = goals.map((goal, area) => goal - (occupancy[area] ?? 0));
  }

  play(minute: number): CrowdTap[] {
    this.fillTent();
    this.evenOut();
    this.gates(minute);
    this.churn();
    if (minute % CORRECTION_EVERY === CORRECTION_EVERY - 1) this.correct();
    return this.taps.toSorted((a, b) => a.at - b.at);
  }

  /** The tent has no gate: its people come through two passages, mostly from the fuller area, and go back there. */
  private fillTent(): void {
    const wanted = this.want(TENT);
    const main = this.inside[MAIN] ?? 0;
    const market = this.inside[MARKET] ?? 0;
    const share = main + market === 0 ? 0 : main / (main + market);
    const people = Math.abs(wanted);
    for (const [passage, part] of [[PASSAGES[0], share] as const, [PASSAGES[1], 1 - share] as const]) {
      const [outer] = passage.areas;
      if (wanted > 0) this.leave(passage.device, outer, people * part, TENT);
      else this.leave(passage.device, TENT, people * part, outer);
    }
  }

  /** When one area has to empty and its neighbor has to fill, people walk from one to the other. */
  private evenOut(): void {
    for (const { device, areas } of PASSAGES.slice(2)) {
      for (const [from, to] of [areas, areas.toReversed()]) {
        if (from === undefined || to === undefined) continue;
        const people = Math.min(0 - this.want(from), this.want(to)) * 0.7;
        if (people > 0) this.leave(device, from, people, to);
      }
    }
  }

  private gates(minute: number): void {
    const [low, high] = minute % TRAM_EVERY < TRAM_CROWD ? [0.9, 1.2] : [0.2, 0.6];
    const wanted = this.wanted.map((people) => people * between(this.random, low, high));
    for (const { device, area, ins, outs } of GATES) {
      const people = wanted[area] ?? 0;
      if (people > 0) this.enter(device, area, people * ins);
      else this.leave(device, area, (0 - people) * outs);
    }
  }

  /** At each door a few people always go against the main flow. */
  private churn(): void {
    for (const { device, area, ins, outs } of GATES) {
      const people = this.size * GATE_CHURN * this.fullness(area);
      this.enter(device, area, whole(this.random, people * ins));
      this.leave(device, area, whole(this.random, people * outs));
    }
    for (const { device, areas } of PASSAGES) {
      const [a, b] = areas;
      const people = this.size * PASSAGE_CHURN * Math.min(this.fullness(a), this.fullness(b));
      this.leave(device, a, whole(this.random, people), b);
      this.leave(device, b, whole(this.random, people), a);
    }
  }

  private correct(): void {
    if (this.random() > this.size) return;
    const area = wholeBetween(this.random, 0, AREAS.length - 1);
    if (this.random() < 0.5) this.enter(CONTROL_DESK, area, 1);
    else this.leave(CONTROL_DESK, area, 1);
  }

  private want(area: number): number {
    return this.wanted[area] ?? 0;
  }

  private fullness(area: number): number {
    return (this.inside[area] ?? 0) / (this.size * (AREAS[area]?.capacity ?? 1));
  }

  private enter(device: number, area: number, people: number): void {
    const count = Math.floor(people);
    this.wanted[area] = this.want(area) - count;
    for (const group of groupsOf(this.random, count)) this.tap({ device, area, change: group });
  }

  private leave(device: number, area: number, people: number, to?: number): void {
    const inside = this.inside[area] ?? 0;
    const count = Math.min(inside, Math.floor(people));
    this.inside[area] = inside - count;
    this.wanted[area] = this.want(area) + count;
    if (to !== undefined) this.wanted[to] = this.want(to) - count;
    for (const group of groupsOf(this.random, count)) {
      this.tap({ device, area, change: 0 - group, ...(to === undefined ? {} : { to }) });
    }
  }

  private tap(made: Omit<CrowdTap, 'at'>): void {
    const at = Math.floor(this.begins + between(this.random, 0, MINUTE_MS - 8_000));
    const tap = { ...made, at };
    this.taps.push(tap);
    const isMistaken = tap.change > 0 && this.random() * 1000 < MISTAKES_PER_THOUSAND;
    if (isMistaken && !isMachine(tap.device)) this.mistake(tap);
  }

  /** Adds a tap of the wrong button, and the undo a few seconds later. */
  private mistake({ device, area, at }: CrowdTap): void {
    const change = pick(this.random, [1, 1, 5, 10]);
    const wrong = { device, area, change, at: at + wholeBetween(this.random, 300, 1_200) };
    this.taps.push(wrong, {
      ...wrong,
      change: 0 - change,
      at: wrong.at + wholeBetween(this.random, 1_500, 6_000),
      undone: wrong,
    });
  }
}
