import { useState } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import { keepLastAreaId, readLastAreaId } from '../../../session/storage';

/** The next visit to the list begins with this area. */
export function noteCountedArea(areaId: string): void {
  if (readLastAreaId() !== areaId) keepLastAreaId(areaId);
}

/**
 * The areas in their order, but first the one of this device's door, or, if wanted, the one in which somebody counted
 * last when this list was opened. After that none moves.
 */
export function useFirst<Of extends Pick<Area, 'areaId'>>(
  areas: readonly Of[],
  doorAreaId: string | null,
  isLastWanted: boolean,
): readonly Of[] {
  const [lastId] = useState(readLastAreaId);
  const firstId = doorAreaId ?? (isLastWanted ? lastId : null);
  const first = areas.find(({ areaId }) => areaId === firstId);
  return first ? [first, ...areas.filter((area) => area !== first)] : areas;
}
