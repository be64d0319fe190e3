import type { Pattern } from './patterns';

/** The patterns in ms, alternately on and off. No pattern is the beginning of another pattern. */
const VIBRATIONS: Record<Pattern, number[]> = {
  in: [20],
  out: [20, 60, 20],
  undone: [40, 60, 40],
  refused: [300],
  nearlyFull: [20, 60, 150],
  full: [20, 60, 150, 60, 150],
};

/** Whether the browser can vibrate. The device may still have no motor. */
export const canVibrate = (): boolean => 'vibrate' in navigator;

/** Vibrates only after the page was touched, because browsers log a warning otherwise. */
export function vibrate(pattern: Pattern): void {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate(VIBRATIONS[pattern]);
}
