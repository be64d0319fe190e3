import { pick, type Random } from '../../../test/support/random';
import { isPoint } from '../../../src/shared/evacuation/side-areas';
import type { RoomSnapshot } from '../../../web/src/realtime/view/snapshot';
import type { Doors } from './show';

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
  { doors, steward, areaIds }: { doors: Doors; steward: number; areaIds: readonly string[] },
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
    return { device: steward, areaId: pick(random, points).areaId, change: groupOf(random, walking) };
  }
  if (busy.length === 0) return null;
  const { area, countedAs, now } = pick(random, busy);
  return { device: exitOf(doors, area), areaId: countedAs, change: 0 - groupOf(random, now) };
}

function groupOf(random: Random, atMost: number): number {
  const roll = random();
  const people = roll < 0.15 ? 10 : roll < 0.4 ? 5 : 1;
  return people <= atMost ? people : 1;
}
