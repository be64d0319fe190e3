const TICK_MS = 8;

/** A short vibration, on devices that can vibrate. */
export function tick(): void {
  navigator.vibrate?.(TICK_MS);
}
