import type { User } from '../../../../../src/shared/schemas/user';
import { guardUnload } from '../../../offline/unload-guard';
import type { Realtime } from '../../../realtime/realtime';
import { keepKnownAreas } from '../../../session/last-known';

/**
 * Makes the browser ask before it closes or reloads the page while taps are unsent, on every screen. The taps are safe
 * on the device, but a closed page sends nothing: the venue's numbers would be wrong until somebody opens the page on
 * this device again.
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

/** The interval of writes in ms. Taps come faster, and a write for each tap would cost a phone's battery. */
const KEEP_EVERY_MS = 1000;

/** Stores on this device what the rooms sent last, at most once a second and when the page is hidden. */
export function keepLastKnown(realtime: Realtime, user: User): void {
  let soon: ReturnType<typeof setTimeout> | null = null;
  function keepNow() {
    if (soon !== null) clearTimeout(soon);
    soon = null;
    for (const [eventId, known] of realtime.lastKnown) keepKnownAreas(user, eventId, known);
  }
  realtime.subscribe(() => {
    soon ??= setTimeout(keepNow, KEEP_EVERY_MS);
  });
  window.addEventListener('pagehide', keepNow);
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && keepNow());
}
