import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** A click that follows a press of a finger or mouse comes within this time; the press has counted already. */
const CLICK_AFTER_PRESS_MS = 1_000;
/** A thumb that counts fast is on the next pad within this time. */
const NEXT_PRESS_WITHIN_MS = 400;

/** One for the page, as a `timeStamp` of its events. */
let lastPressAt = Number.NEGATIVE_INFINITY;

/** Whether that event may be the same thumb's next tap, which has missed its pad. Keys miss nothing. */
export const isStrayPress = ({ detail, timeStamp }: MouseEvent): boolean =>
  detail > 0 && timeStamp - lastPressAt < NEXT_PRESS_WITHIN_MS;

/** Whether that happened in this place of the window. */
export function isInside(
  { left, right, top, bottom }: DOMRect,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): boolean {
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** So that the finger's end is heard wherever it leaves the glass. A pointer that tools make up cannot be captured. */
function capture({ currentTarget, pointerId }: PointerEvent<HTMLElement>): void {
  try {
    currentTarget.setPointerCapture(pointerId);
  } catch {
    // Then its end is heard on the button only.
  }
}

export interface Press {
  readonly pressed: boolean;
  readonly handlers: {
    onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
    onClick: (event: MouseEvent<HTMLElement>) => void;
    onContextMenu: (event: MouseEvent<HTMLElement>) => void;
  };
}

/**
 * Presses for fast thumbs: shown on pointer-down, committed on pointer-up inside, each finger for itself. Inside is where
 * the button was at pointer-down: a list that grows may move it from under a thumb that rests. Enter, Space and assistive
 * technology arrive as clicks without a pointer and commit there.
 */
export function usePress(commit: () => void, disabled: boolean): Press {
  const fingers = useRef(new Map<number, DOMRect>());
  const lastPressEndedAt = useRef(Number.NEGATIVE_INFINITY);
  const [pressed, setPressed] = useState(false);

  // A button that gets disabled under a finger never hears of its end.
  if (disabled && pressed) setPressed(false);
  useEffect(() => {
    if (disabled) fingers.current.clear();
  }, [disabled]);

  /** Returns where the button was as this finger came down on it. */
  function end(event: PointerEvent<HTMLElement>): DOMRect | undefined {
    const place = fingers.current.get(event.pointerId);
    if (!place) return undefined;
    fingers.current.delete(event.pointerId);
    lastPressEndedAt.current = lastPressAt = event.timeStamp;
    setPressed(fingers.current.size > 0);
    return place;
  }

  return {
    pressed,
    handlers: {
      onPointerDown(event) {
        // Browsers differ in whether a disabled button hears of pointers.
        if (disabled || (event.pointerType === 'mouse' && event.button !== 0)) return;
        fingers.current.set(event.pointerId, event.currentTarget.getBoundingClientRect());
        setPressed(true);
        capture(event);
      },
      onPointerUp(event) {
        const place = end(event);
        if (place && isInside(place, event) && !disabled) commit();
      },
      onPointerCancel(event) {
        end(event);
      },
      onClick(event) {
        if (disabled) return;
        // Browsers give detail 0 to a click made by the keyboard or by assistive technology.
        if (event.detail === 0 || event.timeStamp - lastPressEndedAt.current > CLICK_AFTER_PRESS_MS) commit();
      },
      // A thumb that rests on the pad for long means no menu.
      onContextMenu(event) {
        event.preventDefault();
      },
    },
  };
}
