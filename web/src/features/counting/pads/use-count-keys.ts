import { type RefObject, useEffect } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Direction } from '../../../../../src/shared/schemas/device';

const CHANGES: ReadonlyMap<string, number> = new Map([
  ['+', 1],
  ['-', -1],
]);

const DIALOG = '[role=dialog], [role=alertdialog]';
/** Elements in which a key types a character or has another meaning than counting. */
const ELSEWHERE = `input, textarea, select, [contenteditable], [role=menu], ${DIALOG}`;

/** Whether a key that is pressed on this element is not meant for counting. While a dialog is open, no key is. */
export const isMeantElsewhere = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target.closest(ELSEWHERE) !== null || document.querySelector(DIALOG) !== null;

/** Returns the area that a key counts in: the area of the focused card, otherwise the event's only area. */
export function areaOf(target: EventTarget | null, areas: readonly Area[]): Area | undefined {
  if (!(target instanceof Element) || isMeantElsewhere(target)) return undefined;
  const areaId = target.closest<HTMLElement>('[data-area-id]')?.dataset.areaId;
  if (areaId !== undefined) return areas.find((area) => area.areaId === areaId);
  return areas.length === 1 ? areas[0] : undefined;
}

const counts = (change: number, direction: Direction): boolean =>
  direction === 'both' || (direction === 'in' ? change > 0 : change < 0);

/** Counts on the keys + and −, if the device counts that direction. Holding a key counts only once. */
export function useCountKeys(
  areas: RefObject<readonly Area[]>,
  locked: boolean,
  direction: Direction,
  onTap: (areaId: string, change: number) => void,
): void {
  useEffect(() => {
    if (locked) return undefined;
    function count({ key, repeat, ctrlKey, metaKey, altKey, target }: KeyboardEvent) {
      const change = CHANGES.get(key);
      if (change === undefined || !counts(change, direction) || repeat || ctrlKey || metaKey || altKey) return;
      const area = areaOf(target, areas.current);
      if (area && (change > 0 || area.currentOccupancy > 0)) onTap(area.areaId, change);
    }
    document.addEventListener('keydown', count);
    return () => document.removeEventListener('keydown', count);
  }, [areas, locked, direction, onTap]);
}
