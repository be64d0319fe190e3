import type { Pattern } from './patterns';

/** In ms, alternately on and off: no pattern is the beginning of another one. */
const VIBRATIONS: Record<Pattern, number[]> = {
  in: [20],
  out: [20, 60, 20],
  undone: [40, 60, 40],
  refused: [300],
  nearlyFull: [20, 60, 150],
  full: [20, 60, 150, 60, 150],
};

/** Whether the browser can vibrate; the device may have no motor all the same. */
export const canVibrate = (): boolean => 'vibrate' in navigator;

/** Browsers complain about a page that vibrates before it was touched. */
export function vibrate(pattern: Pattern): void {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate(VIBRATIONS[pattern]);
}
