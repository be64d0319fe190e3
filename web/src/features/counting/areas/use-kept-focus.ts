import { type RefObject, useLayoutEffect } from 'react';

/**
 * A focused pad that becomes disabled loses the focus; its card keeps it, for its keys. The other pad must not get it:
 * the next press of Space would count in the wrong direction.
 */
export function useKeptFocus(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (focused?.matches(':disabled') && card.current?.contains(focused)) card.current.focus({ preventScroll: true });
  });
}
