import { type RefObject, useEffect } from 'react';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Direction } from '../../../../src/shared/schemas/device';

const CHANGES: ReadonlyMap<string, number> = new Map([
  ['+', 1],
  ['-', -1],
]);

const DIALOG = '[role=dialog], [role=alertdialog]';
/** Where a key means itself, or something else than to count. */
const ELSEWHERE = `input, textarea, select, [contenteditable], [role=menu], ${DIALOG}`;

/** Whether a key pressed there is meant for something else than the cards; while a dialog is open all are. */
export const isMeantElsewhere = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target.closest(ELSEWHERE) !== null || document.querySelector(DIALOG) !== null;

/** The area that a key is meant for: that of the card with the focus, else the only one there is. */
export function areaOf(target: EventTarget | null, areas: readonly Area[]): Area | undefined {
  if (!(target instanceof Element) || isMeantElsewhere(target)) return undefined;
  const areaId = target.closest<HTMLElement>('[data-area-id]')?.dataset.areaId;
  if (areaId !== undefined) return areas.find((area) => area.areaId === areaId);
  return areas.length === 1 ? areas[0] : undefined;
}

const counts = (change: number, direction: Direction): boolean =>
  direction === 'both' || (direction === 'in' ? change > 0 : change < 0);

/** + and − count, as far as the device counts that way. A key held down counts once: it must not run away. */
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
