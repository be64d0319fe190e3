const TICK_MS = 8;

/** A short tick in the hand, where there is a motor for it. */
export function tick(): void {
  navigator.vibrate?.(TICK_MS);
}
