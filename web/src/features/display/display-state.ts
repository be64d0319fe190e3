import { DANGER_ABOVE_PERCENT } from '../../../../src/shared/limits';
import type { Display } from '../../../../src/shared/schemas/display';
import { occupancyPercent } from '../../ui/occupancy-level';

/** What a public display tells people in the queue. `unlimited`: everybody may come in, without a number. */
export type DisplayState = 'go' | 'nearly_full' | 'stop' | 'unlimited';

/** People inside and the capacity; null without a limit. */
export interface Fill {
  readonly occupancy: number;
  readonly capacity: number | null;
}

/** One item of a display. */
export interface Shown extends Fill {
  /** Null for the whole venue. */
  readonly areaId: string | null;
  readonly areaName: string | null;
}

/** How many more may come in, never below 0; null without a limit. */
export const placesLeft = ({ occupancy, capacity }: Fill): number | null =>
  capacity === null ? null : Math.max(0, capacity - occupancy);

/** Stops with the last place, at capacity and beyond; warns where the capacity bar shows danger. */
export function displayState(fill: Fill): DisplayState {
  const { occupancy, capacity } = fill;
  if (capacity === null) return 'unlimited';
  if (placesLeft(fill) === 0) return 'stop';
  return occupancyPercent(occupancy, capacity) > DANGER_ABOVE_PERCENT ? 'nearly_full' : 'go';
}

/**
 * An area's capacity of 0 means no limit. A venue's capacity of 0 means that staff and safety margin leave no place:
 * nobody may come in.
 */
const ofArea = ({ areaId, areaName, occupancy, capacity }: Display['areas'][number]): Shown => ({
  areaId,
  areaName,
  occupancy,
  capacity: capacity === 0 ? null : capacity,
});

/**
 * What a display shows: the area that its link names, otherwise the venue's total if it has a capacity, otherwise all
 * areas. Empty for an event without areas, and for a deleted area.
 * @param areaId of the link; null for a link without one
 */
export function shownOn({ total, areas }: Display, areaId: string | null): readonly Shown[] {
  if (areaId !== null) return areas.filter((area) => area.areaId === areaId).map(ofArea);
  return total ? [{ areaId: null, areaName: null, ...total }] : areas.map(ofArea);
}
