import type { Doors } from '../../../test/support/crowd';
import { between, pick, type Random } from '../../../test/support/random';
import { isPoint } from '../../../src/shared/evacuation/side-areas';
import type { RoomSnapshot } from '../../../web/src/realtime/view/snapshot';
import type { CrowdTap } from '../plan';
import type { Show } from './show';

/** A tap during an evacuation or a drill. */
export interface LeavingTap {
  device: number;
  /** The id under which the room counts it. */
  areaId: string;
  change: number;
}

/** Returns the device at which an area's people leave: at its gate, or else at a passage. */
export const exitOf = ({ gates, passages }: Doors, area: number): number =>
  gates.find((gate) => gate.area === area && gate.outs > 0)?.device ??
  passages.find(({ areas }) => areas.includes(area))?.device ??
  0;

/** As many of those who have left are still on their way to an assembly point. */
const WALKING = 12;

/**
 * Chooses the next tap of an evacuation or drill: somebody leaves, or arrives at an assembly point. Returns null if
 * everybody is out and counted.
 * @param areaIds the event's areas, in the order of its doors' indices
 */
export function nextLeaving(
  random: Random,
  show: Pick<Show, 'gates' | 'passages' | 'controlDesk' | 'drill'>,
  areaIds: readonly string[],
  { areas, sideAreas, evacuation }: Pick<RoomSnapshot, 'areas' | 'sideAreas' | 'evacuation'>,
): LeavingTap | null {
  if (evacuation === null) return null;
  const people = new Map([...(areas ?? []), ...sideAreas].map((one) => [one.areaId, one.currentOccupancy]));
  const inside = evacuation.areas.flatMap(({ areaId, countedAs, atStart }) => {
    const now = people.get(countedAs) ?? 0;
    return [{ area: areaIds.indexOf(areaId), countedAs, now, left: Math.max(0, atStart - now) }];
  });
  const points = sideAreas.filter(({ areaId }) => isPoint(areaId));
  const busy = inside.filter(({ now }) => now > 0);
  const arrived = points.reduce((sum, { currentOccupancy }) => sum + currentOccupancy, 0);
  const walking = inside.reduce((sum, { left }) => sum + left, 0) - arrived;
  if (points.length > 0 && walking > (busy.length === 0 ? 0 : WALKING)) {
    return {
      device: show.drill?.steward ?? show.controlDesk,
      areaId: pick(random, points).areaId,
      change: groupOf(random, walking),
    };
  }
  if (busy.length === 0) return null;
  const { area, countedAs, now } = pick(random, busy);
  return { device: exitOf(show, area), areaId: countedAs, change: 0 - groupOf(random, now) };
}

function groupOf(random: Random, atMost: number): number {
  const roll = random();
  const people = roll < 0.15 ? 10 : roll < 0.4 ? 5 : 1;
  return people <= atMost ? people : 1;
}

export interface DrillOptions {
  random: Random;
  /** When it begins and when everybody is out, epoch ms. */
  from: number;
  to: number;
  /** The number of people in each area when it begins. */
  occupancy: readonly number[];
  doors: Doors;
  /** The device at the assembly points, and their names. */
  steward: number;
  points: readonly string[];
}

/** The seconds from an exit to an assembly point. */
const WALK_S = [25, 60] as const;

/** Empties the areas in a drill: each group leaves through its exit, and is counted at an assembly point after a walk. */
export function playDrill({ random, from, to, occupancy, doors, steward, points }: DrillOptions): CrowdTap[] {
  return occupancy.flatMap((inside, area) => {
    const device = exitOf(doors, area);
    const taps: CrowdTap[] = [];
    for (let left = inside; left > 0;) {
      const people = left >= 10 && random() < 0.5 ? 10 : left >= 5 && random() < 0.7 ? 5 : 1;
      left -= people;
      // Nearly everybody goes at once; the last ones take their time.
      const at = Math.floor(from + (to - from) * between(random, 0.06, 1) ** 1.6);
      const arrives = at + Math.floor(between(random, ...WALK_S) * 1_000);
      taps.push(
        { device, area, change: 0 - people, at, place: 'drill' },
        { device: steward, area: area % points.length, change: people, at: arrives, place: 'assembly' },
      );
    }
    return taps;
  });
}
