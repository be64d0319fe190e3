import type { Pattern } from './patterns';

/** In ms, by turns on and off: none begins as another one does throughout. */
const VIBRATIONS: Record<Pattern, number[]> = {
  in: [20],
  out: [20, 60, 20],
  undone: [40, 60, 40],
  refused: [300],
  nearlyFull: [20, 60, 150],
  full: [20, 60, 150, 60, 150],
};

/** Whether the browser can ask for it; there may be no motor all the same. */
export const canVibrate = (): boolean => 'vibrate' in navigator;

/** Browsers complain of a page that vibrates before it was touched. */
export function vibrate(pattern: Pattern): void {
  if (navigator.userActivation?.hasBeenActive ?? true) navigator.vibrate(VIBRATIONS[pattern]);
}
