import { between, type Random } from './random.ts';

/**
 * A crowd that moves through doors: its people arrive, go from one area to another and leave, as a plan wants the areas
 * filled. The same numbers of `random` give the same crowd, and an area never has fewer people than nobody.
 */

/** A door to the outside, with its share of those who come and of those who leave. */
interface Gate {
  device: number;
  area: number;
  ins: number;
  outs: number;
}

/** A door between two areas. */
interface Passage {
  device: number;
  areas: readonly [number, number];
}

export interface Doors {
  gates: readonly Gate[];
  passages: readonly Passage[];
}

/** People who pass a door. `change` is negative when they leave `area`. With `to`, they go from one area to the other. */
export interface Move {
  device: number;
  area: number;
  change: number;
  to?: number;
}

/** An area with its people; undefined if it is closed. */
export type Filled = { occupancy: number; capacity: number } | undefined;

/** How strongly people are drawn to areas that are emptier than planned. */
const PULL = 40;

/** How many go through a passage, beside those who come or leave by the gates of an area. */
const PASSAGE_SHARE = 0.5;
/** The largest share of an area's capacity that passes as one group; in a smaller area people go one by one. */
const GROUP_SHARE_MAX = 0.04;

/** Returns a pause between two taps, in ms. @param mean in ms */
export const pauseOf = (random: Random, mean: number): number => between(random, 0.2, 1.8) * mean;

/** Changes the areas' occupancies as the move does. */
export function applyMove(occupancy: number[], { area, change, to }: Move): void {
  occupancy[area] = (occupancy[area] ?? 0) + change;
  if (to !== undefined) occupancy[to] = (occupancy[to] ?? 0) - change;
}

/**
 * Chooses who moves next; null if nobody can.
 * @param goals how full each area should be, in percent of its capacity; an area without one draws nobody
 */
export function nextMove(
  random: Random,
  { gates, passages }: Doors,
  areas: readonly Filled[],
  goals: readonly number[] = [],
): Move | null {
  const wanted = areas.map((area, index) => {
    const goal = goals[index];
    return goal === undefined || !area?.capacity ? 0 : goal / 100 - area.occupancy / area.capacity;
  });
  const options: { weight: number; move: Move }[] = [];
  const group = groupSize(random);
  /** @param sign −1 for people who leave the area, to another one or to the outside */
  const add = (share: number, drawn: number, device: number, sign: 1 | -1, area: number, to = area) => {
    const [here, there] = [areas[area], areas[to]];
    if (here === undefined || there === undefined) return;
    const capacity = Math.min(here.capacity, there.capacity);
    const people = group > GROUP_SHARE_MAX * capacity ? 1 : group;
    if (sign < 0 && here.occupancy < people) return;
    const move = { device, area, change: sign * people, ...(to !== area && { to }) };
    options.push({ weight: share * capacity ** 0.5 * Math.max(0.05, 1 + PULL * drawn), move });
  };
  const want = (area: number) => wanted[area] ?? 0;
  for (const { device, area, ins, outs } of gates) {
    add(ins, want(area), device, 1, area);
    add(outs, 0 - want(area), device, -1, area);
  }
  for (const {
    device,
    areas: [one, other],
  } of passages) {
    add(PASSAGE_SHARE, want(other) - want(one), device, -1, one, other);
    add(PASSAGE_SHARE, want(one) - want(other), device, -1, other, one);
  }
  return pickByWeight(random, options);
}

/** Most taps count one person; some count 5 or 10. */
function groupSize(random: Random): number {
  const roll = random();
  if (roll < 0.02) return 10;
  return roll < 0.08 ? 5 : 1;
}

function pickByWeight(random: Random, options: readonly { weight: number; move: Move }[]): Move | null {
  let roll = random() * options.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, move } of options) {
    roll -= weight;
    if (roll < 0) return move;
  }
  return options.at(-1)?.move ?? null;
}

interface PlayOptions {
  random: Random;
  doors: Doors;
  /** When it begins and ends, epoch ms. */
  from: number;
  to: number;
  capacities: readonly number[];
  /** The number of people in each area; it changes as they move. */
  occupancy: number[];
  /** Returns how full each area should be at that time, in percent of its capacity. */
  goalsAt: (at: number) => readonly number[];
  /** Returns the mean pause after a tap, in ms. @param missing how many people are not where the goals want them */
  pauseMs: (at: number, missing: number) => number;
}

/** Plays a crowd from move to move. `at` is epoch ms. */
export function playCrowd(options: PlayOptions): (Move & { at: number })[] {
  const { random, doors, from, to, capacities, occupancy, goalsAt, pauseMs } = options;
  const moves: (Move & { at: number })[] = [];
  for (let at = from; at < to;) {
    const areas = capacities.map((capacity, area) => ({ occupancy: occupancy[area] ?? 0, capacity }));
    const goals = goalsAt(at);
    const move = nextMove(random, doors, areas, goals);
    if (move !== null) {
      applyMove(occupancy, move);
      moves.push({ ...move, at: Math.floor(at) });
    }
    const missing = areas.reduce(
      (sum, area, index) => sum + Math.abs((area.capacity * (goals[index] ?? 0)) / 100 - area.occupancy),
      0,
    );
    at += pauseOf(random, pauseMs(at, missing));
  }
  return moves;
}
