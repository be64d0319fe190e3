import { guardUnload } from '../../../offline/unload-guard';
import type { Realtime } from '../../../realtime/realtime';

/**
 * While taps are unsent, the browser asks before it closes or reloads the page, on every screen. The taps are safe on
 * the device, but a closed page sends nothing: the venue's numbers would be wrong until somebody opens it here again.
 */
export function guardUnsentTaps(realtime: Realtime): void {
  let release: (() => void) | null = null;
  realtime.subscribe(() => {
    if (realtime.unsentTaps > 0) {
      release ??= guardUnload();
      return;
    }
    release?.();
    release = null;
  });
}
