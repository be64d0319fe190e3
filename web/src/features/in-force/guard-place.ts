import { type RefObject, useEffect, useState } from 'react';
import { isInside } from '../counting/press/use-press';

/** For this many ms, a thumb that was aimed at the removed element may still come down. */
const GUARDED_FOR_MS = 1_000;

interface Guard {
  readonly place: DOMRect;
  /** The dialog in which the place is; null: the page. */
  readonly layer: Element | null;
  /** When the guard ends, on the clock of `timeStamp` of the page's events (ms). */
  readonly until: number;
}

let guards: Guard[] = [];
/**
 * Whether the current press began in a guarded place. Its click is swallowed, too, even if it comes after the guard has
 * ended.
 */
let isStray = false;
/** Look at the guards again. */
const onGuard = new Set<() => void>();

const layerOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('[role="dialog"], [role="alertdialog"]') : null;

function isGuarded(event: MouseEvent): boolean {
  guards = guards.filter(({ until }) => event.timeStamp < until);
  // A dialog that has opened over the place did not move up: whoever presses in it means it.
  return guards.some(({ place, layer }) => layer === layerOf(event.target) && isInside(place, event));
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}

function press(event: PointerEvent): void {
  isStray = isGuarded(event);
  if (isStray) swallow(event);
}

function click(event: MouseEvent): void {
  // Keys and assistive technology press the element they target, wherever it is on the screen.
  if (event.detail === 0) return;
  if (isStray || isGuarded(event)) swallow(event);
  isStray = false;
}

// The capture phase runs before every other listener. Pads count on press, other elements react to clicks.
window.addEventListener('pointerdown', press, { capture: true });
window.addEventListener('click', click, { capture: true });

/**
 * Blocks presses in the place of this element for a second. Somebody who was about to press an element that has just been
 * removed from it does not mean the one that took its place.
 */
function guardPlace(element: Element): void {
  const place = element.getBoundingClientRect();
  // An element that is not laid out had no place.
  if (place.width === 0) return;
  guards.push({ place, layer: layerOf(element), until: performance.now() + GUARDED_FOR_MS });
  // By then whatever takes the place is laid out.
  queueMicrotask(() => onGuard.forEach((look) => look()));
}

/** Returns whether no press on this element counts now, because it has just come to a guarded place. */
export function useIsGuarded(own: RefObject<Element | null>): boolean {
  const [until, setUntil] = useState<number | null>(null);
  useEffect(() => {
    const look = () => {
      const { x, y, width, height } = own.current?.getBoundingClientRect() ?? new DOMRect();
      const middle = { clientX: x + width / 2, clientY: y + height / 2 };
      const guard = guards.findLast(({ place }) => isInside(place, middle));
      if (guard && guard.until > performance.now()) setUntil(guard.until);
    };
    look();
    onGuard.add(look);
    return () => void onGuard.delete(look);
  }, [own]);
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(() => setUntil(null), until - performance.now());
    return () => clearTimeout(timer);
  }, [until]);
  return until !== null;
}

/** The ref of an element in whose place no press counts when it goes. */
export const guarded = (own: Element | null) => (own === null ? undefined : () => guardPlace(own));

/** The ref of a row: when it goes, the rows below it move up, and a press that was meant for it must not hit them. */
export const guardedRow = (own: Element | null) => guarded(own?.parentElement ?? null);
