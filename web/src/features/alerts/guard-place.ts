import { isInside } from '../counting/pads/use-press';

/** A thumb that was aimed at the removed element comes down within this time. */
const GUARDED_FOR_MS = 1_000;

interface Guard {
  readonly place: DOMRect;
  /** In the `timeStamp` of the page's events. */
  readonly until: number;
}

let guards: Guard[] = [];
/** The present press began in a guarded place: its click may come when the guard has ended. */
let isStray = false;

function isGuarded(event: MouseEvent): boolean {
  guards = guards.filter(({ until }) => event.timeStamp < until);
  return guards.some(({ place }) => isInside(place, event));
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
  // Keys and assistive technology press the element that they name, wherever it is.
  if (event.detail === 0) return;
  if (isStray || isGuarded(event)) swallow(event);
  isStray = false;
}

// Before every other listener: the pads count presses, other elements clicks.
window.addEventListener('pointerdown', press, { capture: true });
window.addEventListener('click', click, { capture: true });

/**
 * For a second nothing in this place of the window can be pressed: somebody who was about to press the removed element
 * does not mean what appeared in its place.
 */
export function guardPlace(place: DOMRect): void {
  // An element that is not laid out had no place.
  if (place.width === 0) return;
  guards.push({ place, until: performance.now() + GUARDED_FOR_MS });
}
