import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** A click that follows a press of a finger or mouse comes within this time; the press has counted already. */
const CLICK_AFTER_PRESS_MS = 1_000;
/** A thumb that counts fast is on the next pad within this time. */
const NEXT_PRESS_WITHIN_MS = 400;

/** One for the whole page, as a `timeStamp` of its events. */
let lastPressAt = Number.NEGATIVE_INFINITY;

/** Whether that event may be the same thumb's next tap that has missed its pad. Keys miss nothing. */
export const isStrayPress = ({ detail, timeStamp }: MouseEvent): boolean =>
  detail > 0 && timeStamp - lastPressAt < NEXT_PRESS_WITHIN_MS;

/** Whether it happened in this place of the window. */
export function isInside(
  { left, right, top, bottom }: DOMRect,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): boolean {
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/** So that the finger's release is noticed anywhere on the glass. A pointer that tools simulate cannot be captured. */
function capture({ currentTarget, pointerId }: PointerEvent<HTMLElement>): void {
  try {
    currentTarget.setPointerCapture(pointerId);
  } catch {
    // Then its release is noticed on the button only.
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
 * Presses for fast thumbs: shown on pointer-down, counted on pointer-up inside, each finger for itself. Inside is where
 * the button was at pointer-down: a growing list may move it from under a resting thumb. Enter, Space and assistive
 * technology arrive as clicks without a pointer and count there.
 */
export function usePress(commit: () => void, disabled: boolean): Press {
  const fingers = useRef(new Map<number, DOMRect>());
  const lastPressEndedAt = useRef(Number.NEGATIVE_INFINITY);
  const [pressed, setPressed] = useState(false);

  // A button that becomes disabled under a finger is not told of its release.
  if (disabled && pressed) setPressed(false);
  useEffect(() => {
    if (disabled) fingers.current.clear();
  }, [disabled]);

  /** Returns where the button was when this finger came down on it. */
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
        // Browsers differ in whether a disabled button gets pointer events.
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
        // Browsers give detail 0 to a click of the keyboard or of assistive technology.
        if (event.detail === 0 || event.timeStamp - lastPressEndedAt.current > CLICK_AFTER_PRESS_MS) commit();
      },
      // A thumb that rests on the pad does not want a menu.
      onContextMenu(event) {
        event.preventDefault();
      },
    },
  };
}
