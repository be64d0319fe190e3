const TICK_MS = 8;

/** Vibrates briefly, on devices that can vibrate. */
export function tick(): void {
  navigator.vibrate?.(TICK_MS);
}
