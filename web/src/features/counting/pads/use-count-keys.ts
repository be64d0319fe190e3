import { type RefObject, useEffect } from 'react';
import type { Area } from '../../../../../src/shared/schemas/area';
import type { Categories } from '../../../../../src/shared/schemas/category';
import type { Direction } from '../../../../../src/shared/schemas/device';
import { activeCategories } from '../categories/active-categories';
import { DIALOG, isDialogOpen } from '../../../ui/overlays/open-dialog';
import { noteKeyTap } from '../press/use-no-recent-taps';

const CHANGES: ReadonlyMap<string, number> = new Map([
  ['+', 1],
  ['-', -1],
]);

/** Elements in which a key types a character or has another meaning than counting. */
const ELSEWHERE = `input, textarea, select, [contenteditable], [role=menu], ${DIALOG}`;

/** Whether a key that is pressed on this element is not meant for counting. While a dialog is open, no key is. */
export const isMeantElsewhere = (target: EventTarget | null): boolean =>
  !(target instanceof Element) || target.closest(ELSEWHERE) !== null || isDialogOpen();

/** Returns the area that a key counts in: the area of the focused card, otherwise the event's only area. */
export function areaOf(target: EventTarget | null, areas: readonly Area[]): Area | undefined {
  if (!(target instanceof Element) || isMeantElsewhere(target)) return undefined;
  const areaId = target.closest<HTMLElement>('[data-area-id]')?.dataset.areaId;
  if (areaId !== undefined) return areas.find((area) => area.areaId === areaId);
  return areas.length === 1 ? areas[0] : undefined;
}

const counts = (change: number, direction: Direction): boolean =>
  direction === 'both' || (direction === 'in' ? change > 0 : change < 0);

/**
 * Returns the digit of a key, or NaN. In the upper row it is the key's position (UI Events, KeyboardEvent.code), because
 * with Shift the key types another character. Elsewhere it is what the key types: a numeric keypad may type no digits.
 */
const digitOf = ({ code, key }: KeyboardEvent): number => Number(code.startsWith('Digit') ? code.slice(5) : key);

/**
 * Counts on the keys + and −, without a category, and on 1 to 8, which count one person of the category in that place
 * in, or out with Shift. It counts only directions that the device counts. A key that is held counts once. A key that
 * types + or − counts as that, also where it is a digit's key (Swiss Shift+1, French 6).
 */
export function useCountKeys(
  areas: RefObject<readonly Area[]>,
  categories: Categories,
  locked: boolean,
  direction: Direction,
  onTap: (areaId: string, change: number, category?: string) => void,
): void {
  useEffect(() => {
    if (locked) return undefined;
    const active = activeCategories(categories);
    function count(event: KeyboardEvent) {
      const { key, shiftKey, repeat, ctrlKey, metaKey, altKey, target } = event;
      const plain = CHANGES.get(key);
      const category = plain === undefined ? active[digitOf(event) - 1]?.categoryId : undefined;
      const change = plain ?? (shiftKey ? -1 : 1);
      if (plain === undefined && category === undefined) return;
      if (!counts(change, direction) || repeat || ctrlKey || metaKey || altKey) return;
      const area = areaOf(target, areas.current);
      if (!area || (change < 0 && area.currentOccupancy === 0)) return;
      noteKeyTap();
      onTap(area.areaId, change, category);
    }
    document.addEventListener('keydown', count);
    return () => document.removeEventListener('keydown', count);
  }, [areas, categories, locked, direction, onTap]);
}
