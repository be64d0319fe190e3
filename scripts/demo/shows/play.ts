import { between, type Random } from '../../../test/support/random';
import { applyTap, type CrowdTap } from '../crowd';
import { nextTap, pauseOf } from '../live/live-crowd';
import { goalsOf, type PlayedShow } from './show';

const HOUR_MS = 3_600_000;

export interface PlayOptions {
  random: Random;
  /** The time when the doors open, epoch ms. */
  opensAt: number;
  endsAt: number;
  /** The size of the show and its crowd; 1 is the whole show. */
  size: number;
  /** The number of people in each area when it begins. */
  occupancy: number[];
}

/** Plays a show's crowd from tap to tap: each goes to the area that needs it most. It changes `occupancy`. */
export function playShow(show: PlayedShow, begins: number, { random, opensAt, endsAt, size, occupancy }: PlayOptions) {
  const taps: CrowdTap[] = [];
  for (let at = begins; at < endsAt; at += pauseOf(random, show.pauseMs / size)) {
    const areas = show.areas.map(({ capacity }, area) => ({ occupancy: occupancy[area] ?? 0, capacity }));
    const tap = nextTap(random, show, areas, goalsOf(show, (at - opensAt) / HOUR_MS));
    if (tap === null) continue;
    applyTap(occupancy, tap);
    taps.push({ ...tap, at: Math.floor(at) });
  }
  return taps;
}

export interface DrillOptions {
  random: Random;
  /** When it begins and when everybody is out, epoch ms. */
  from: number;
  to: number;
  /** The number of people in each area when it begins. */
  occupancy: readonly number[];
  /** The device at each area's exit. */
  exits: readonly number[];
  /** The device at the assembly points, and how many points there are. */
  steward: number;
  points: number;
}

/** The seconds from an exit to an assembly point. */
const WALK_S = [25, 60] as const;

/** Empties the areas in a drill: each group leaves through its exit, and is counted at an assembly point after a walk. */
export function playDrill({ random, from, to, occupancy, exits, steward, points }: DrillOptions): CrowdTap[] {
  return occupancy.flatMap((inside, area) => {
    const device = exits[area] ?? 0;
    const taps: CrowdTap[] = [];
    for (let left = inside; left > 0;) {
      const people = left >= 10 && random() < 0.5 ? 10 : left >= 5 && random() < 0.7 ? 5 : 1;
      left -= people;
      // Nearly everybody goes at once; the last ones take their time.
      const at = Math.floor(from + (to - from) * between(random, 0.06, 1) ** 1.6);
      const arrives = at + Math.floor(between(random, ...WALK_S) * 1_000);
      taps.push(
        { device, area, change: 0 - people, at, place: 'drill' },
        { device: steward, area: area % points, change: people, at: arrives, place: 'assembly' },
      );
    }
    return taps;
  });
}
