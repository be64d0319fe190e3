import { useState } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import { keepLastAreaId, readLastAreaId } from '../../../session/storage';

/** Remembers the area in which somebody counted last. On the next visit the list begins with it. */
export function noteCountedArea(areaId: string): void {
  if (readLastAreaId() !== areaId) keepLastAreaId(areaId);
}

/**
 * Sorts one area first and keeps the order of the others. First is the area of this device's door, or, if
 * `isLastWanted`, the area that was counted last when the list was opened. The order does not change afterwards.
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
