import { useCallback, useEffect, useRef } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Direction } from '../../../../src/shared/schemas/device';
import { useDevice } from '../../device/device';
import { isPocketLocked, readLastAreaId } from '../../session/storage';
import { areaOf, isMeantElsewhere } from '../counting/pads/use-count-keys';
import { useRemote } from '../remote/use-remote';
import { beside } from './beside';
import { prepareFeedback, giveFeedback, refuse, sayCountSoon, tellUndone } from './give-feedback';
import { patternOf } from './patterns';

/** The places of pads. */
const PADS = '.pads, .more';

/** Elements that react to a press themselves; a menu covers the pads below it. */
const ANSWERS = 'button:not(:disabled), [role=menu]';

/**
 * Somebody who counts without looking must learn that a press has counted nothing, on a locked or disabled pad as well
 * as between two. Disabled pads let presses through to their place, because browsers differ in whether they get them.
 * This runs before the press counts: the pad of the last person is disabled right after.
 */
function refuseMissed({ target, button }: PointerEvent): void {
  if (button === 0 && target instanceof Element && target.closest(PADS) && !target.closest(ANSWERS)) refuse();
}

const canCount = ({ currentOccupancy }: Area, change: number, direction: Direction): boolean =>
  change > 0 ? direction !== 'out' : direction !== 'in' && currentOccupancy > 0;

const NO_AREAS: readonly Area[] = [];

export interface WithoutLookingProps {
  areas: readonly Area[] | null;
  /** The area that has the whole screen; null for none. */
  wholeAreaId: string | null;
  locked: boolean;
}

/**
 * Everything that lets eyes stay on the crowd: taps are felt, heard and spoken, and a remote counts. Renders nothing.
 */
export function WithoutLooking({ areas, wholeAreaId, locked }: WithoutLookingProps) {
  const { direction } = useDevice();
  const all = areas ?? NO_AREAS;
  const shown = wholeAreaId === null ? all : all.filter(({ areaId }) => areaId === wholeAreaId);
  const tell = useCountFeedback(all, shown);

  useEffect(() => {
    const { told, undone } = beside;
    Object.assign(beside, { told: tell, undone: tellUndone });
    document.addEventListener('pointerup', refuseMissed, { capture: true });
    return () => {
      Object.assign(beside, { told, undone });
      document.removeEventListener('pointerup', refuseMissed, { capture: true });
    };
  }, [tell]);

  useRemote(isMeantElsewhere, (change, target) => {
    const area = areaOf(target, shown) ?? ownAreaOf(shown);
    // After a reload the lock's own code may not have loaded yet.
    const canTap = area && !locked && !isPocketLocked() && canCount(area, change, direction);
    if (canTap && beside.tap) beside.tap(area.areaId, change);
    else refuse();
  });
  return null;
}

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
