import { type RefObject, useLayoutEffect } from 'react';

/**
 * A pad that is disabled under the focus drops it; its card keeps it, for its keys. The other pad must not have it: a next press
 * of Space would count the wrong way.
 */
export function useKeptFocus(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (focused?.matches(':disabled') && card.current?.contains(focused)) card.current.focus({ preventScroll: true });
  });
}
