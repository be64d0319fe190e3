import { useCallback, useState, useSyncExternalStore } from 'react';

/**
 * Too narrow or too low to show an event's pads beside everything else: a phone, or a wide window at twice its size.
 * 51.25rem are the 820 px of a small tablet (docs/decisions/0004).
 */
const DOOR_SCREEN = '(width < 51.25rem), (orientation: landscape) and (max-height: 30rem)';

/** Whether the pads come first, and everything that is not needed to count is in a sheet. */
export function useDoorScreen(): boolean {
  // Created once, because each tap reads it several times.
  const [query] = useState(() => matchMedia(DOOR_SCREEN));
  const subscribe = useCallback(
    (subscriber: () => void) => {
      query.addEventListener('change', subscriber);
      return () => query.removeEventListener('change', subscriber);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => query.matches);
}
