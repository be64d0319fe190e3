import { createContext, use, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { SubscriptionStatus } from '../../../src/shared/rules/subscription';
import type { Realtime } from './realtime';
import type { RoomSnapshot } from './snapshot';
import type { EventUncountedTaps } from './uncounted-taps';

export const RealtimeContext = createContext<Realtime | null>(null);

export function useRealtime(): Realtime {
  const realtime = use(RealtimeContext);
  if (!realtime) throw new Error('useRealtime needs a RealtimeContext above it');
  return realtime;
}

export interface Room {
  readonly snapshot: RoomSnapshot;
  readonly tap: (areaId: string, change: number) => void;
  /** Moves people between two areas: both change, or neither. */
  readonly transfer: (fromAreaId: string, toAreaId: string, people: number) => void;
  /** Takes back the tap that the snapshot names as `undoable`. */
  readonly undo: () => void;
  readonly refresh: () => Promise<void>;
}

/** The event's live state, kept open while the component is there. */
export function useRoom(eventId: string): Room {
  const realtime = useRealtime();
  useEffect(() => realtime.hold(eventId), [realtime, eventId]);
  const snapshot = useSyncExternalStore(realtime.subscribe, () => realtime.snapshotOf(eventId));
  const actions = useMemo(
    () => ({
      tap: (areaId: string, change: number) => realtime.tap(eventId, areaId, change),
      transfer: (fromAreaId: string, toAreaId: string, people: number) =>
        realtime.transfer(eventId, fromAreaId, toAreaId, people),
      undo: () => realtime.undo(eventId),
      refresh: () => realtime.refresh(eventId),
    }),
    [realtime, eventId],
  );
  return { snapshot, ...actions };
}

/**
 * What the event's room says of the account: it knows first, and with its word the pads lock. While the room says nothing, or no
 * longer does, the session's word holds.
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

/** Taps of this device that are not through yet. `oldest` names the first of them: it changes as they get through. */
export function useUnsentTaps(): { readonly taps: number; readonly oldest: string } {
  const realtime = useRealtime();
  const taps = useSyncExternalStore(realtime.subscribe, () => realtime.unsentTaps);
  const oldest = useSyncExternalStore(realtime.subscribe, () => realtime.oldestUnsent);
  return { taps, oldest };
}

/** How many of them are lost with the page: none, unless nothing can be stored. */
export function useVolatileTaps(): number {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.subscribe, () => realtime.volatileTaps);
}

/** How many of them this version of the app cannot deliver. */
export function useRefusedTaps(): number {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.subscribe, () => realtime.refusedTaps);
}

/** Whether it is to be told that taps cannot be kept on this device. */
export function useTellsOfStorage(): boolean {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.subscribe, () => realtime.tellsOfStorage);
}

/** Refused or lost taps that nobody has read of yet. */
export function useUncountedTaps(): readonly EventUncountedTaps[] {
  const realtime = useRealtime();
  return useSyncExternalStore(realtime.subscribe, () => realtime.uncountedTaps);
}
