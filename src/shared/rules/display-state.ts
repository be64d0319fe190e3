import { DANGER_ABOVE_PERCENT } from '../limits';
import type { Display } from '../schemas/display';
import { occupancyPercent } from './occupancy-level';

/** What a public display tells those who queue. `unlimited`: whoever comes may come in, and nobody knows how many more. */
export type DisplayState = 'go' | 'nearly_full' | 'stop' | 'unlimited';

/** People inside, against how many there may be; null where nothing limits them. */
export interface Fill {
  readonly occupancy: number;
  readonly capacity: number | null;
}

/** One thing that a display shows. */
export interface Shown extends Fill {
  /** Null for the venue as a whole. */
  readonly areaId: string | null;
  readonly areaName: string | null;
}

/** How many more may come in, never below 0; null where nothing limits them. */
export const placesLeft = ({ occupancy, capacity }: Fill): number | null =>
  capacity === null ? null : Math.max(0, capacity - occupancy);

/** Stops with the last place, at capacity and beyond; warns where the capacity bar shows danger. */
export function displayState(fill: Fill): DisplayState {
  const { occupancy, capacity } = fill;
  if (capacity === null) return 'unlimited';
  if (placesLeft(fill) === 0) return 'stop';
  return occupancyPercent(occupancy, capacity) > DANGER_ABOVE_PERCENT ? 'nearly_full' : 'go';
}

/** An area's capacity of 0 is none; a venue's is what its staff and safety margin have left: nobody may come in. */
const ofArea = ({ areaId, areaName, occupancy, capacity }: Display['areas'][number]): Shown => ({
  areaId,
  areaName,
  occupancy,
  capacity: capacity === 0 ? null : capacity,
});

/**
 * What a display shows: the area that its link names, else the venue's total where it has a capacity, else all areas. Empty
 * for an event without areas, and for an area that is gone.
 *
 * @param areaId of the link; null for one that names none
 */
export function shownOn({ total, areas }: Display, areaId: string | null): readonly Shown[] {
  if (areaId !== null) return areas.filter((area) => area.areaId === areaId).map(ofArea);
  return total ? [{ areaId: null, areaName: null, ...total }] : areas.map(ofArea);
}
