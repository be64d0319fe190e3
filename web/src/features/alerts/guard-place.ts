import { isInside } from '../counting/press/use-press';

/** For this many ms, a thumb that was aimed at the removed element may still come down. */
const GUARDED_FOR_MS = 1_000;

interface Guard {
  readonly place: DOMRect;
  /** When the guard ends, on the clock of `timeStamp` of the page's events (ms). */
  readonly until: number;
}

let guards: Guard[] = [];
/**
 * Whether the current press began in a guarded place. Its click is swallowed, too, even if it comes after the guard has
 * ended.
 */
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
  // Keys and assistive technology press the element they target, wherever it is on the screen.
  if (event.detail === 0) return;
  if (isStray || isGuarded(event)) swallow(event);
  isStray = false;
}

// The capture phase runs before every other listener. Pads count on press, other elements react to clicks.
window.addEventListener('pointerdown', press, { capture: true });
window.addEventListener('click', click, { capture: true });

/**
 * Blocks presses in this rectangle of the window for a second. Somebody who was about to press the removed element does
 * not mean the element that took its place.
 */
export function guardPlace(place: DOMRect): void {
  // An element that is not laid out had no place.
  if (place.width === 0) return;
  guards.push({ place, until: performance.now() + GUARDED_FOR_MS });
}
