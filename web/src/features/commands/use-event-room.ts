import { useEffect, useSyncExternalStore } from 'react';
import { useRealtime } from '../../realtime/hooks';
import type { RoomSnapshot } from '../../realtime/view/snapshot';

/** Keeps the connection to the event open while the caller is mounted, and returns its state. */
export function useEventRoom(eventId: string | null): RoomSnapshot {
  const realtime = useRealtime();
  useEffect(() => (eventId === null ? undefined : realtime.hold(eventId)), [realtime, eventId]);
  return useSyncExternalStore(realtime.subscribe, () => realtime.snapshotOf(eventId ?? ''));
}
