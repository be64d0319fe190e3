import { type RefObject, useLayoutEffect } from 'react';

/**
 * If the focused pad becomes disabled, the focus moves to its card, so that the card's keys keep working. The other pad
 * must not get the focus, because the next press of Space would count in the wrong direction.
 */
export function useKeptFocus(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (focused?.matches(':disabled') && card.current?.contains(focused)) card.current.focus({ preventScroll: true });
  });
}
