import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

/** A hold takes 10 steps of 100 ms. In a pocket, hardly anything presses a single point for a whole second. */
const STEPS = 10;
const STEP_MS = 100;
/** The largest movement, in CSS pixels, of a finger that holds still. */
const DRIFT_MAX_PX = 24;
/** A click within this many ms after a touch belongs to that touch and not to the keyboard. */
const CLICK_AFTER_TOUCH_MS = 1_500;

interface Hold {
  readonly pointerId: number;
  readonly x: number;
  readonly y: number;
}

/**
 * Detects a press of about one second by a single finger that stays in place. Enter, Space and assistive technology
 * send clicks without a pointer and act at once.
 */
export function useHold(done: () => void) {
  const [progress, setProgress] = useState(0);
  const hold = useRef<Hold | null>(null);
  const touchedAt = useRef(Number.NEGATIVE_INFINITY);
  const timer = useRef<ReturnType<typeof setInterval>>(undefined);

  const stop = useCallback(() => {
    clearInterval(timer.current);
    hold.current = null;
    setProgress(0);
  }, []);

  useEffect(() => {
    // A second finger anywhere on the screen means that the phone is in a pocket.
    const another = ({ isPrimary }: globalThis.PointerEvent) => {
      if (!isPrimary) stop();
    };
    document.addEventListener('pointerdown', another, true);
    return () => {
      document.removeEventListener('pointerdown', another, true);
      clearInterval(timer.current);
    };
  }, [stop]);

  function start({ pointerId, clientX, clientY, isPrimary, timeStamp }: PointerEvent) {
    if (!isPrimary) return;
    stop();
    touchedAt.current = timeStamp;
    hold.current = { pointerId, x: clientX, y: clientY };
    let steps = 0;
    timer.current = setInterval(() => {
      steps += 1;
      setProgress(steps / STEPS);
      if (steps < STEPS) return;
      stop();
      done();
    }, STEP_MS);
  }

  return {
    /** The progress from 0 to 1. */
    progress,
    handlers: {
      onPointerDown: start,
      onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
        const { current } = hold;
        if (current?.pointerId !== pointerId) return;
        if (Math.hypot(clientX - current.x, clientY - current.y) > DRIFT_MAX_PX) stop();
      },
      onPointerUp({ timeStamp }: PointerEvent) {
        touchedAt.current = timeStamp;
        stop();
      },
      onPointerLeave: stop,
      onPointerCancel: stop,
      onClick({ detail, timeStamp }: MouseEvent) {
        if (detail === 0 || timeStamp - touchedAt.current > CLICK_AFTER_TOUCH_MS) done();
      },
      onContextMenu(event: MouseEvent) {
        event.preventDefault();
      },
    },
  };
}
