import { useCallback, useEffect, useRef } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import { useDevice } from '../../device/device';
import { readLastAreaId } from '../../session/storage';
import { giveFeedback, prepareFeedback, sayCountSoon } from './give-feedback';
import { patternOf } from './patterns';

/**
 * The area in which this device counts without the screen: the only one, otherwise the one that was last counted in.
 */
export const ownAreaOf = (areas: readonly Area[]): Area | undefined =>
  areas.length === 1 ? areas[0] : areas.find(({ areaId }) => areaId === readLastAreaId());

/**
 * Confirms this device's taps, and announces a level that others make rise in its own area.
 * @param shown areas with cards
 * @returns confirms a tap
 */
export function useCountFeedback(areas: readonly Area[], shown: readonly Area[]) {
  /** The numbers that were announced last: own taps at once, others' when they are shown. */
  const told = useRef<ReadonlyMap<string, Area>>(new Map());
  const { feedback, sayCount } = useDevice();
  useEffect(() => prepareFeedback({ feedback, sayCount }), [feedback, sayCount]);

  useEffect(() => {
    for (const area of areas) {
      const { areaId, capacity, currentOccupancy: after } = area;
      const { capacity: capacityBefore, currentOccupancy: before } = told.current.get(areaId) ?? area;
      const pattern = patternOf({ before, after, capacity, capacityBefore, change: 0 });
      if (pattern && ownAreaOf(shown)?.areaId === areaId) giveFeedback(pattern);
    }
    told.current = new Map(areas.map((area) => [area.areaId, area]));
  }, [areas, shown]);

  return useCallback((areaId: string, change: number) => {
    const area = told.current.get(areaId);
    if (!area) return;
    const { capacity, currentOccupancy: before } = area;
    const after = Math.max(0, before + change);
    told.current = new Map(told.current).set(areaId, { ...area, currentOccupancy: after });
    giveFeedback(patternOf({ before, after, capacity, change }));
    sayCountSoon(() => told.current.get(areaId)?.currentOccupancy);
  }, []);
}
