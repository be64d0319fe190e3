import type { Area } from '../../../../src/shared/schemas/area';
import { useWhenCalm } from '../areas/use-calm';
import { doorAreaIn, useDevice } from '../../lib/device';

interface DoorArea {
  /** null for all areas, and for one that is not there. */
  readonly areaId: string | null;
  /** The device has a door whose area is not there. */
  readonly isGone: boolean;
}

/**
 * The area of this device's door. One that is deleted under a thumb that counts leaves its place later: the list would put
 * other pads there.
 */
export function useDoorArea(eventId: string, areas: readonly Area[] | null): DoorArea {
  const kept = doorAreaIn(useDevice(), eventId);
  const isThere = kept === null || areas === null || areas.some(({ areaId }) => areaId === kept);
  const isShown = useWhenCalm(Number(isThere)) === 1;
  return { areaId: isShown ? kept : null, isGone: !isThere && !isShown };
}
