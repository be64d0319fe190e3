import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { SubscriptionStatus } from '../../../src/shared/rules/subscription';
import type { Realtime } from './realtime';
import type { RoomSnapshot } from './view/snapshot';
import type { EventUncountedTaps } from './outbox/uncounted-taps';

export const RealtimeContext = createContext<Realtime | null>(null);

export function useRealtime(): Realtime {
  const realtime = use(RealtimeContext);
  if (!realtime) throw new Error('No RealtimeContext');
  return realtime;
}

export interface Room {
  readonly snapshot: RoomSnapshot;
  /** Counts a tap; `category` is the id of the people's category, or undefined for an unnamed tap. */
  readonly tap: (areaId: string, change: number, category?: string) => void;
  /** Moves people of one category, or of none, between two areas. Either both areas change or neither. */
  readonly transfer: (fromAreaId: string, toAreaId: string, people: number, category?: string) => void;
  /** Undoes the tap in the snapshot's `undoable`. */
  readonly undo: () => void;
  readonly refresh: () => Promise<void>;
}

/** Returns the event's live state; that of no event for null. The connection stays open while the component is mounted. */
export function useSnapshot(eventId: string | null): RoomSnapshot {
  const realtime = useRealtime();
  useEffect(() => (eventId === null ? undefined : realtime.hold(eventId)), [realtime, eventId]);
  return useSyncExternalStore(realtime.subscribe, () => realtime.snapshotOf(eventId ?? ''));
}

/** Returns the event's live state, as {@link useSnapshot} does, and its actions. */
export function useRoom(eventId: string): Room {
  const realtime = useRealtime();
  const snapshot = useSnapshot(eventId);
  const actions = useMemo(
    () => ({
      tap: (areaId: string, change: number, category?: string) => realtime.tap(eventId, areaId, change, category),
      transfer: (fromAreaId: string, toAreaId: string, people: number, category?: string) =>
        realtime.transfer(eventId, fromAreaId, toAreaId, people, category),
      undo: () => realtime.undo(eventId),
      refresh: () => realtime.refresh(eventId),
    }),
    [realtime, eventId],
  );
  return { snapshot, ...actions };
}

/**
 * Returns the account's status. The event's room has it first, and locks the pads. Without a connection to the room,
 * the session's status is used.
 */
export function useSubscriptionStatus(
  eventId: string | undefined,
  ofSession: SubscriptionStatus | null,
): SubscriptionStatus | null {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.subscribe, () => {
    if (eventId === undefined) return ofSession;
    const { connection, countingAllowed, subscriptionStatus } = realtime.snapshotOf(eventId);
    return connection === 'connected' && countingAllowed !== null ? subscriptionStatus : ofSession;
  });
}

/** Returns how many taps on this device are unsent. `oldest` changes when some of the oldest are delivered. */
export function useUnsentTaps(): { readonly taps: number; readonly oldest: string } {
  const realtime = useRealtime();
  const taps = useSyncExternalStore(realtime.subscribe, () => realtime.unsentTaps);
  const oldest = useSyncExternalStore(realtime.subscribe, () => realtime.oldestUnsent);
  return { taps, oldest };
}

/** Returns how many unsent taps would be lost if the page closed: 0 unless taps cannot be stored. */
export function useVolatileTaps(): number {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.subscribe, () => realtime.volatileTaps);
}

/** Returns how many unsent taps this release of the app cannot deliver. */
export function useRefusedTaps(): number {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.subscribe, () => realtime.refusedTaps);
}

/** Returns whether to show that taps cannot be stored on this device. */
export function useTellsOfStorage(): boolean {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.subscribe, () => realtime.tellsOfStorage);
}

/** Returns the refused or lost taps whose notices nobody has dismissed yet. */
export function useUncountedTaps(): readonly EventUncountedTaps[] {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.subscribe, () => realtime.uncountedTaps);
}
