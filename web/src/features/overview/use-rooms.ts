import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useRealtime } from '../../realtime/hooks';
import type { Realtime } from '../../realtime/realtime';
import type { RoomSnapshot } from '../../realtime/view/snapshot';

/** Returns the same array until one of them has changed, as useSyncExternalStore requires. */
function readerOf(realtime: Realtime, eventIds: readonly string[]): () => readonly RoomSnapshot[] {
  let last: readonly RoomSnapshot[] = [];
  return () => {
    const next = eventIds.map((eventId) => realtime.snapshotOf(eventId));
    if (next.some((snapshot, i) => snapshot !== last[i])) last = next;
    return last;
  };
}

/**
 * The live state of several events, in their order; their rooms are kept open while the component is mounted.
 * @param eventIds the same array until they change
 */
export function useRooms(eventIds: readonly string[]): readonly RoomSnapshot[] {
  const realtime = useRealtime();

  useEffect(() => {
    const releases = eventIds.map((eventId) => realtime.hold(eventId));
    return () => {
      for (const release of releases) release();
    };
  }, [realtime, eventIds]);

  const read = useMemo(() => readerOf(realtime, eventIds), [realtime, eventIds]);
  return useSyncExternalStore(realtime.subscribe, read);
}
