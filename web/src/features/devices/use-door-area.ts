import type { Area } from '../../../../src/shared/schemas/area';
import { useWhenCalm } from '../counting/pads/use-no-recent-taps';
import { doorAreaIn, useDevice } from '../../device/device';

interface DoorArea {
  /** Null for all areas, and for one that does not exist. */
  readonly areaId: string | null;
  /** The device's door has an area that does not exist. */
  readonly isGone: boolean;
}

/**
 * The area of this device's door. If it is deleted under a counting thumb it disappears later, because the list would
 * put other pads in its place.
 */
export function useDoorArea(eventId: string, areas: readonly Area[] | null): DoorArea {
  const kept = doorAreaIn(useDevice(), eventId);
  const isThere = kept === null || areas === null || areas.some(({ areaId }) => areaId === kept);
  const isShown = useWhenCalm(Number(isThere)) === 1;
  return { areaId: isShown ? kept : null, isGone: !isThere && !isShown };
}
