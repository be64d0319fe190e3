import { useState, useSyncExternalStore } from 'react';

/** After this many ms without a tap, people look at the screen before they tap again. */
export const CALM_AFTER_TAP_MS = 5_000;

/** Shared by the whole page, so that a component that is mounted while somebody counts has the current value. */
let calm = true;
const down = new Set<number>();
let timer: ReturnType<typeof setTimeout> | undefined;
const subscribers = new Set<() => void>();

function setCalm(next: boolean): void {
  if (calm === next) return;
  calm = next;
  for (const subscriber of subscribers) subscriber();
}

function rest(): void {
  clearTimeout(timer);
  if (down.size === 0) timer = setTimeout(() => setCalm(true), CALM_AFTER_TAP_MS);
}

function press({ target, pointerId, isPrimary }: PointerEvent): void {
  // `isPrimary` means that no other finger is on the glass. Pointers that are still listed were released unnoticed,
  // because their card has been removed.
  if (isPrimary && down.size > 0) {
    down.clear();
    rest();
  }
  if (!(target instanceof Element) || !target.closest('[data-area-id]')) return;
  down.add(pointerId);
  clearTimeout(timer);
  setCalm(false);
}

/** A tap by a key counts by hand like a pointer: the next key is aimed at the pads as they are. */
export function noteKeyTap(): void {
  setCalm(false);
  rest();
}

function release({ pointerId }: PointerEvent): void {
  if (down.delete(pointerId)) rest();
}

function listen(): void {
  document.addEventListener('pointerdown', press);
  document.addEventListener('pointerup', release);
  document.addEventListener('pointercancel', release);
}

/** Stops listening when the last component has unsubscribed. */
function stop(): void {
  document.removeEventListener('pointerdown', press);
  document.removeEventListener('pointerup', release);
  document.removeEventListener('pointercancel', release);
  clearTimeout(timer);
  down.clear();
  calm = true;
}

function subscribe(subscriber: () => void): () => void {
  if (subscribers.size === 0) listen();
  subscribers.add(subscriber);
  return () => {
    subscribers.delete(subscriber);
    if (subscribers.size === 0) stop();
  };
}

/**
 * Whether nobody is counting by hand: no pointer is down on a card, and no pointer or key has tapped in the last five
 * seconds. While somebody counts, nothing may move the pads, because the next tap is aimed at their current place.
 */
export const useNoRecentTaps = (): boolean => useSyncExternalStore(subscribe, () => calm);

/**
 * Returns the value, but keeps the old value while somebody is counting by hand. For all values that move the pads.
 * Returns `first` until nobody is counting.
 */
export function useWhenNoRecentTaps<Value extends number | string | object>(value: Value, first = value): Value {
  const isCalm = useNoRecentTaps();
  const [held, setHeld] = useState(first);
  if (isCalm && held !== value) setHeld(value);
  return held;
}
