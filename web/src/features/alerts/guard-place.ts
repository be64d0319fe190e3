import { isInside } from '../areas/use-press';

/** A thumb that was on its way to what has gone comes down within this time. */
const GUARDED_FOR_MS = 1_000;

interface Guard {
  readonly place: DOMRect;
  /** As a `timeStamp` of the page's events. */
  readonly until: number;
}

let guards: Guard[] = [];
/** The press under way has begun in a guarded place: its click may come when that is none any more. */
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
  // Keys and assistive technology press what they name, wherever it is.
  if (event.detail === 0) return;
  if (isStray || isGuarded(event)) swallow(event);
  isStray = false;
}

// Before whatever else listens: the pads count presses, the rest clicks.
window.addEventListener('pointerdown', press, { capture: true });
window.addEventListener('click', click, { capture: true });

/**
 * For a second nothing in this place of the window takes a press: whoever was about to press what stood there means nothing of
 * what has come to light below.
 */
export function guardPlace(place: DOMRect): void {
  // What is not laid out had no place.
  if (place.width === 0) return;
  guards.push({ place, until: performance.now() + GUARDED_FOR_MS });
}
