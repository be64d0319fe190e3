import { DANGER_ABOVE_PERCENT } from '../../../../src/shared/schemas/limits';
import type { Display } from '../../../../src/shared/schemas/display';
import { occupancyPercent } from '../../ui/occupancy-level';

/** The advice that a public display gives to the queue. `unlimited`: everybody can come in, and no number of free places is shown. */
export type DisplayState = 'go' | 'nearly_full' | 'stop' | 'unlimited';

/** `unknown` means that the last message is too old to let anybody in. */
export type SignState = DisplayState | 'unknown';

/** The number of people inside and the capacity; `capacity` is null without a limit. */
export interface Fill {
  readonly occupancy: number;
  readonly capacity: number | null;
}

/** One sign of a display: an area or the whole venue. */
export interface Shown extends Fill {
  /** The id of the area; null for the whole venue. */
  readonly areaId: string | null;
  readonly areaName: string | null;
}

/** Returns how many more people can come in, never below 0; null without a limit. */
export const placesLeft = ({ occupancy, capacity }: Fill): number | null =>
  capacity === null ? null : Math.max(0, capacity - occupancy);

/** Returns 'stop' when no place is left, and 'nearly_full' where the capacity bar shows danger. */
export function displayState(fill: Fill): DisplayState {
  const { occupancy, capacity } = fill;
  if (capacity === null) return 'unlimited';
  if (placesLeft(fill) === 0) return 'stop';
  return occupancyPercent(occupancy, capacity) > DANGER_ABOVE_PERCENT ? 'nearly_full' : 'go';
}

/**
 * For an area, a capacity of 0 means no limit. For the venue, 0 means that staff and safety margin leave no place, so
 * nobody can come in.
 */
const ofArea = ({ areaId, areaName, occupancy, capacity }: Display['areas'][number]): Shown => ({
  areaId,
  areaName,
  occupancy,
  capacity: capacity === 0 ? null : capacity,
});

/**
 * Returns the signs of a display: the area in its link, otherwise the whole venue if it has a capacity, otherwise all
 * areas. Empty for an event without areas, and for a deleted area.
 * @param areaId the area in the link; null if the link has none
 */
export function shownOn({ venue, areas }: Display, areaId: string | null): readonly Shown[] {
  if (areaId !== null) return areas.filter((area) => area.areaId === areaId).map(ofArea);
  return venue ? [{ areaId: null, areaName: null, ...venue }] : areas.map(ofArea);
}
