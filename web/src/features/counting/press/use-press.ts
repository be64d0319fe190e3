import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';

/** A click within this many ms after a press belongs to that press, which has already counted. */
const CLICK_AFTER_PRESS_MS = 1_000;
/** Within this many ms after a press, a fast counting thumb is on the next pad. */
const NEXT_PRESS_WITHIN_MS = 400;

/** The time at which the last press on the page ended, as the `timeStamp` of its event (ms). */
let lastPressAt = Number.NEGATIVE_INFINITY;

/** Whether a pad was pressed so shortly before that the thumb may still be counting. @param at as a `timeStamp` (ms) */
export const isJustPressed = (at = performance.now()): boolean => at - lastPressAt < NEXT_PRESS_WITHIN_MS;

/**
 * Whether a click follows a press so closely that it is probably the thumb's next tap, which missed its pad. Clicks by
 * keyboard never are.
 */
export const isStrayPress = ({ detail, timeStamp }: MouseEvent): boolean => detail > 0 && isJustPressed(timeStamp);

/** Whether an event happened inside a rectangle of the window. */
export function isInside(
  { left, right, top, bottom }: DOMRect,
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
): boolean {
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}

/**
 * Captures the pointer, so that its release is noticed anywhere on the screen. A pointer that test tools simulate
 * cannot be captured.
 */
function capture({ currentTarget, pointerId }: PointerEvent<HTMLElement>): void {
  try {
    currentTarget.setPointerCapture(pointerId);
  } catch {
    // Without capture, the release is noticed only on the button.
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
 * Handles presses by fast thumbs. A press is shown on pointer-down and counts on pointer-up inside the button, for each
 * finger separately. "Inside" means where the button was on pointer-down, because a growing list can move it. Enter,
 * Space and assistive technology send clicks without a pointer, which count at once.
 */
export function usePress(commit: () => void, disabled: boolean): Press {
  const fingers = useRef(new Map<number, DOMRect>());
  const lastPressEndedAt = useRef(Number.NEGATIVE_INFINITY);
  const [pressed, setPressed] = useState(false);

  // A button that becomes disabled under a finger does not receive the release.
  if (disabled && pressed) setPressed(false);
  useEffect(() => {
    if (disabled) fingers.current.clear();
  }, [disabled]);

  /**
   * Ends the press of a finger. Returns where the button was when this finger came down; undefined for another pointer.
   */
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
        // Browsers differ in whether a disabled button receives pointer events.
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
        // Browsers set `detail` to 0 in a click by keyboard or assistive technology.
        if (event.detail === 0 || event.timeStamp - lastPressEndedAt.current > CLICK_AFTER_PRESS_MS) commit();
      },
      // A thumb that rests on the pad must not open the context menu.
      onContextMenu(event) {
        event.preventDefault();
      },
    },
  };
}
