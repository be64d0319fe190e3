import { type RefObject, useEffect } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Direction } from '../../../../../src/shared/schemas/device';

const CHANGES: ReadonlyMap<string, number> = new Map([
  ['+', 1],
  ['-', -1],
]);

const DIALOG = '[role=dialog], [role=alertdialog]';
/** Elements in which a key types a character or does something else than counting. */
const ELSEWHERE = `input, textarea, select, [contenteditable], [role=menu], ${DIALOG}`;

/** Whether a key that is pressed there is not meant for the cards; while a dialog is open, no key is. */
export const isMeantElsewhere = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target.closest(ELSEWHERE) !== null || document.querySelector(DIALOG) !== null;

/** The area that a key is meant for: that of the focused card, otherwise the only one. */
export function areaOf(target: EventTarget | null, areas: readonly Area[]): Area | undefined {
  if (!(target instanceof Element) || isMeantElsewhere(target)) return undefined;
  const areaId = target.closest<HTMLElement>('[data-area-id]')?.dataset.areaId;
  if (areaId !== undefined) return areas.find((area) => area.areaId === areaId);
  return areas.length === 1 ? areas[0] : undefined;
}

const counts = (change: number, direction: Direction): boolean =>
  direction === 'both' || (direction === 'in' ? change > 0 : change < 0);

/** + and − count, if the device counts that direction. A key that is held down counts once: it must not run away. */
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
