import type { User } from '../../../../src/shared/schemas/user';
import { keepKnownAreas } from '../../session/last-known';
import type { Realtime } from '../../realtime/realtime';

/** Taps come faster than this; writing with each of them would cost a phone's battery. */
const KEEP_EVERY_MS = 1_000;

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
