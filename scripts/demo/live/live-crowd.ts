import { between, type Random } from '../../../test/support/random';
import { GATES, PASSAGES, STEP_FREE_GATE, TODAY, TODAY_HOURS } from '../festival';
import { percentAt } from '../shows/curve';
import type { Doors } from '../shows/show';

/** An area as the room shows it; undefined if a visitor has deleted it. */
export type LiveArea = { occupancy: number; capacity: number } | undefined;

export interface LiveTap {
  device: number;
  area: number;
  change: number;
  to?: number;
}

const MINUTE_MS = 60_000;
/** Mean pause between two taps of all devices together, in ms, as on a busy evening. */
const PAUSE_MS = 800;
/** Each area's occupancy goes up and down: the minutes of a wave, and its height in percent of the capacity. */
const WAVES = [
  { minutes: 47, percent: 9 },
  { minutes: 31, percent: 6 },
  { minutes: 23, percent: 5 },
  { minutes: 37, percent: 8 },
] as const;
/** How strongly people are drawn to areas that are emptier than planned. */
const PULL = 40;

/** Returns how full an area should be `elapsedMs` after the demo's start, in percent: today's curve and waves. */
export function liveGoal(area: number, elapsedMs: number): number {
  const wave = WAVES[area];
  const swing =
    wave === undefined ? 0 : wave.percent * Math.sin((2 * Math.PI * elapsedMs) / (wave.minutes * MINUTE_MS));
  return percentAt(TODAY[area] ?? [], TODAY_HOURS + elapsedMs / (60 * MINUTE_MS)) + swing;
}

/** Returns a pause between two taps, in ms. @param mean in ms */
export const pauseOf = (random: Random, mean: number): number => between(random, 0.2, 1.8) * mean;

export const livePauseMs = (random: Random): number => pauseOf(random, PAUSE_MS);

/** The festival's doors without the one whose device is offline. */
const STAFFED = { gates: GATES.filter(({ device }) => device !== STEP_FREE_GATE), passages: PASSAGES };

/** Chooses the next tap at one of the festival's staffed doors; null if nobody can move. */
export const nextLiveTap = (random: Random, areas: readonly LiveArea[], elapsedMs: number): LiveTap | null =>
  nextTap(
    random,
    STAFFED,
    areas,
    areas.map((_, area) => liveGoal(area, elapsedMs)),
  );

/**
 * Chooses the next tap at one of these doors; null if nobody can move.
 * @param goals how full each area should be, in percent of its capacity
 */
export function nextTap(
  random: Random,
  { gates, passages }: Doors,
  areas: readonly LiveArea[],
  goals: readonly number[],
): LiveTap | null {
  const wanted = areas.map((area, index) =>
    area === undefined || area.capacity === 0 ? 0 : (goals[index] ?? 0) / 100 - area.occupancy / area.capacity,
  );
  const options: { weight: number; tap: LiveTap }[] = [];
  const add = (share: number, drawn: number, tap: LiveTap) => {
    const left = tap.change < 0 ? areas[tap.area] : undefined;
    const isPossible = areas[tap.area] !== undefined && (tap.to === undefined || areas[tap.to] !== undefined);
    if (!isPossible || (tap.change < 0 && (left?.occupancy ?? 0) < 0 - tap.change)) return;
    options.push({ weight: share * Math.max(0.05, 1 + PULL * drawn), tap });
  };
  const people = groupSize(random);
  for (const { device, area, ins, outs } of gates) {
    const share = (areas[area]?.capacity ?? 0) ** 0.5;
    add(ins * share, wanted[area] ?? 0, { device, area, change: people });
    add(outs * share, 0 - (wanted[area] ?? 0), { device, area, change: 0 - people });
  }
  for (const { device, areas: ends } of passages) {
    for (const [from, to] of [ends, [ends[1], ends[0]] as const]) {
      const share = 0.5 * Math.min(areas[from]?.capacity ?? 0, areas[to]?.capacity ?? 0) ** 0.5;
      add(share, (wanted[to] ?? 0) - (wanted[from] ?? 0), { device, area: from, change: 0 - people, to });
    }
  }
  return pickByWeight(random, options);
}

/** Most taps count one person; some count 5 or 10. */
function groupSize(random: Random): number {
  const roll = random();
  if (roll < 0.02) return 10;
  return roll < 0.08 ? 5 : 1;
}

function pickByWeight(random: Random, options: readonly { weight: number; tap: LiveTap }[]): LiveTap | null {
  let roll = random() * options.reduce((sum, { weight }) => sum + weight, 0);
  for (const { weight, tap } of options) {
    roll -= weight;
    if (roll < 0) return tap;
  }
  return options.at(-1)?.tap ?? null;
}
