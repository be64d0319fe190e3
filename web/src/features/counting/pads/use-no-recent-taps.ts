import { useState, useSyncExternalStore } from 'react';

/** A thumb that has rested this long looks before it taps again. */
export const CALM_AFTER_TAP_MS = 5_000;

/** One for the whole page, so that what appears while somebody counts knows that, too. */
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
  // The first finger on the glass: other pointers that seem to be down have ended unnoticed, because their card is
  // gone.
  if (isPrimary && down.size > 0) {
    down.clear();
    rest();
  }
  if (!(target instanceof Element) || !target.closest('[data-area-id]')) return;
  down.add(pointerId);
  clearTimeout(timer);
  setCalm(false);
}

function release({ pointerId }: PointerEvent): void {
  if (down.delete(pointerId)) rest();
}

function listen(): void {
  document.addEventListener('pointerdown', press);
  document.addEventListener('pointerup', release);
  document.addEventListener('pointercancel', release);
}

/** Nobody asks any more: there is no card left to count on. */
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
 * Whether nobody is counting by hand: no pointer is down on a card, and none was within five seconds. Until then
 * nothing may move the pads, because the next tap is aimed at their present place.
 */
export const useNoRecentTaps = (): boolean => useSyncExternalStore(subscribe, () => calm);

/** The value from when nobody was counting by hand, for everything that moves the pads; `first` until then. */
export function useWhenNoRecentTaps<Value extends number | string | object>(value: Value, first = value): Value {
  const isCalm = useNoRecentTaps();
  const [held, setHeld] = useState(first);
  if (isCalm && held !== value) setHeld(value);
  return held;
}
