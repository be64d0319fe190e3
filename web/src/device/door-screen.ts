import { useCallback, useState, useSyncExternalStore } from 'react';

/**
 * Matches screens that are too narrow or too low to show the pads beside everything else: a phone, or a wide window at
 * 200 % zoom. 51.25rem are the 820 px of a small tablet (docs/decisions/0004).
 */
const DOOR_SCREEN = '(width < 51.25rem), (orientation: landscape) and (max-height: 30rem)';

/** Whether the pads come first and everything else is in a sheet, because the screen is small. */
export function useDoorScreen(): boolean {
  // The query is created once, because each tap reads it several times.
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
