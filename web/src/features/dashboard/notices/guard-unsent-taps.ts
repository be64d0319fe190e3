import type { User } from '../../../../../src/shared/schemas/user';
import { guardUnload } from '../../../offline/unload-guard';
import type { Realtime } from '../../../realtime/realtime';
import { keepKnownAreas } from '../../../session/last-known';

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

/** Taps come faster than this; writing with each of them would cost a phone's battery. */
const KEEP_EVERY_MS = 1000;

/** Stores on this device what the rooms have said last, at most once a second and when the page is hidden. */
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
