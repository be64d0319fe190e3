import { useEffect, useSyncExternalStore } from 'react';
import type { Realtime } from '../../realtime/realtime';

/** While taps are unsent, the browser asks before it closes or reloads the page: they would be lost. */
export function useUnloadGuard(realtime: Realtime): void {
  const unsent = useSyncExternalStore(realtime.subscribe, () => realtime.unsentTaps > 0);

  // Only for that long: a page with such a listener is not kept for the way back.
  useEffect(() => {
    if (!unsent) return undefined;
    const guard = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', guard);
    return () => window.removeEventListener('beforeunload', guard);
  }, [unsent]);
}
