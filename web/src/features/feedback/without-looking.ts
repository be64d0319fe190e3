import { useCallback, useEffect, useRef } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Categories } from '../../../../src/shared/schemas/category';
import type { Direction } from '../../../../src/shared/schemas/device';
import { useDevice } from '../../device/device';
import { isPocketLocked, readLastAreaId } from '../../session/storage';
import { activeCategories, NO_CATEGORIES } from '../counting/categories/active-categories';
import { areaOf, isMeantElsewhere } from '../counting/pads/use-count-keys';
import { useRemote } from '../remote/use-remote';
import { beside } from './beside';
import { prepareFeedback, giveFeedback, refuse, sayCountSoon, tellUndone } from './give-feedback';
import { patternOf } from './patterns';

/** The parts of a card that contain pads. */
const PADS = '.pads, .more';

/** Elements that react to a press themselves. */
const ANSWERS = 'button:not(:disabled)';

/**
 * Gives feedback for a press that counts nothing: on a locked or disabled pad, or between two pads. Somebody who counts
 * without looking must notice it. Disabled pads let presses through to the element behind them, because browsers differ
 * in whether disabled buttons receive presses. This runs before the press counts, because the press of the last person
 * disables the pad.
 */
function refuseMissed({ target, button }: PointerEvent): void {
  if (button === 0 && target instanceof Element && target.closest(PADS) && !target.closest(ANSWERS)) refuse();
}

const canCount = ({ currentOccupancy }: Area, change: number, direction: Direction): boolean =>
  change > 0 ? direction !== 'out' : direction !== 'in' && currentOccupancy > 0;

const NO_AREAS: readonly Area[] = [];

export interface WithoutLookingProps {
  areas: readonly Area[] | null;
  /** The area that is open on the whole screen; null for none. */
  wholeAreaId: string | null;
  /** The event's categories, of which the remote can count one. */
  categories?: Categories | undefined;
  locked: boolean;
  /** The directions that count here, if they are not those of this device's settings. */
  direction?: Direction | undefined;
}

/** Lets people count without looking: taps are felt, heard and spoken, and a remote counts. Renders nothing. */
export function WithoutLooking({ areas, wholeAreaId, categories, locked, ...props }: WithoutLookingProps) {
  const { remote, ...device } = useDevice();
  const { direction = device.direction } = props;
  const all = areas ?? NO_AREAS;
  const shown = wholeAreaId === null ? all : all.filter(({ areaId }) => areaId === wholeAreaId);
  const tell = useCountFeedback(all, shown);

  useEffect(() => {
    const { onTap, onUndo } = beside;
    Object.assign(beside, { onTap: tell, onUndo: tellUndone });
    document.addEventListener('pointerup', refuseMissed, { capture: true });
    return () => {
      Object.assign(beside, { onTap, onUndo });
      document.removeEventListener('pointerup', refuseMissed, { capture: true });
    };
  }, [tell]);

  useRemote(isMeantElsewhere, (change, target) => {
    const area = areaOf(target, shown) ?? ownAreaOf(shown);
    // `isPocketLocked` matters after a reload, when the code of the pocket lock may not have loaded yet.
    const canTap = area && !locked && !isPocketLocked() && canCount(area, change, direction);
    const active = activeCategories(categories ?? NO_CATEGORIES);
    const category = active.find(({ categoryId }) => categoryId === remote?.category)?.categoryId;
    if (canTap && beside.tap) beside.tap(area.areaId, change, category);
    else refuse();
  });
  return null;
}

/**
 * Returns the area in which this device counts without looking: the only area, otherwise the area in which it counted
 * last.
 */
export const ownAreaOf = (areas: readonly Area[]): Area | undefined =>
  areas.length === 1 ? areas[0] : areas.find(({ areaId }) => areaId === readLastAreaId());

/**
 * Gives feedback for taps on this device, and when taps of other devices raise the level of this device's own area.
 * @param shown the areas whose cards are shown
 * @returns a function that gives feedback for a tap
 */
export function useCountFeedback(areas: readonly Area[], shown: readonly Area[]) {
  /**
   * The areas with the last announced numbers. Taps of this device update them at once, taps of others when they are
   * shown.
   */
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
