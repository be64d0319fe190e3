import { useState } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import { keepLastAreaId, readLastAreaId } from '../../lib/storage';

/** The next visit to the list begins with this area. */
export function noteCountedArea(areaId: string): void {
  if (readLastAreaId() !== areaId) keepLastAreaId(areaId);
}

/** The areas in their order, but the one first that was last counted in as this list came up: from then on none moves. */
export function useLastFirst<Of extends Pick<Area, 'areaId'>>(areas: readonly Of[], isWanted: boolean): readonly Of[] {
  const [firstId] = useState(readLastAreaId);
  const first = isWanted && areas.find(({ areaId }) => areaId === firstId);
  return first ? [first, ...areas.filter((area) => area !== first)] : areas;
}
