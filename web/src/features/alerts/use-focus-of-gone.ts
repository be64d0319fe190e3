import { type FocusEventHandler, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

const isGone = (element: Element): boolean => !element.isConnected || element.closest('.invisible') !== null;

/**
 * The row of an alert that is still open, otherwise the page's heading: pressing a key again does nothing to either.
 */
function successorIn(places: readonly (Element | null)[]): HTMLElement | null {
  const rows = places.flatMap((place) => [...(place?.querySelectorAll<HTMLElement>('[data-tone]') ?? [])]);
  return rows.find((row) => !isGone(row)) ?? document.querySelector('h1');
}

/**
 * Moves the focus when the focused alert disappears, acknowledged on this device or another: to the next alert,
 * otherwise to the page's heading. Otherwise the focus would fall to the page's body, and a keyboard or a screen reader
 * would start from the top. The page does not scroll for it.
 * @param slot the place of alerts that are not in `own`
 */
export function useFocusOfGone(own: RefObject<Element | null>, slot: Element | null): FocusEventHandler {
  const focused = useRef<Element | null>(null);

  useLayoutEffect(() => {
    const was = focused.current;
    if (!was || !isGone(was)) return;
    focused.current = null;
    // Somebody has moved it elsewhere.
    if (document.activeElement !== document.body && document.activeElement !== was) return;
    const successor = successorIn([slot, own.current]);
    if (!successor) return;
    successor.tabIndex = -1;
    successor.focus({ preventScroll: true });
  });

  return useCallback(({ target }) => {
    focused.current = target;
  }, []);
}
