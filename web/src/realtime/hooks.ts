import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Connection, RoomSnapshot } from './channel';
import type { Realtime } from './realtime';

export const RealtimeContext = createContext<Realtime | null>(null);

export function useRealtime(): Realtime {
  const realtime = use(RealtimeContext);
  if (!realtime) throw new Error('useRealtime needs a RealtimeContext above it');
  return realtime;
}

export interface Room {
  readonly snapshot: RoomSnapshot;
  readonly tap: (areaId: string, change: number) => void;
  readonly refresh: () => Promise<void>;
}

/** The event's live state, kept open while the component is there. */
export function useRoom(eventId: string): Room {
  const realtime = useRealtime();
  useEffect(() => realtime.hold(eventId), [realtime, eventId]);
  const snapshot = useSyncExternalStore(realtime.subscribe, () => realtime.room(eventId).snapshot);
  const actions = useMemo(
    () => ({
      tap: (areaId: string, change: number) => realtime.room(eventId).tap(areaId, change),
      refresh: () => realtime.room(eventId).refresh(),
    }),
    [realtime, eventId],
  );
  return { snapshot, ...actions };
}

/** Keeps the admin's hub open while the component is there, and says whether it is. */
export function useHubConnection(): Connection {
  const realtime = useRealtime();
  useEffect(() => realtime.holdHub(), [realtime]);
  return useSyncExternalStore(realtime.subscribe, () => realtime.hub.connection);
}
