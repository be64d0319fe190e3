import { useSyncExternalStore } from 'react';

/**
 * Too narrow or too low for an event's pads beside everything else: a phone, and a wide window at twice its size. 51.25rem are
 * the 820 px of a small tablet (docs/decisions/0004).
 */
const DOOR_SCREEN = '(width < 51.25rem), (orientation: landscape) and (max-height: 30rem)';

function subscribe(subscriber: () => void): () => void {
  const query = matchMedia(DOOR_SCREEN);
  query.addEventListener('change', subscriber);
  return () => query.removeEventListener('change', subscriber);
}

/** Whether the pads come first, and all that is not needed to count stands in a sheet. */
export const useDoorScreen = (): boolean => useSyncExternalStore(subscribe, () => matchMedia(DOOR_SCREEN).matches);
