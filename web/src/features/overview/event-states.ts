import { openAlerts } from '../../../../src/shared/schemas/alert';
import type { AreaList } from '../../../../src/shared/schemas/area';
import type { Realtime } from '../../realtime/realtime';
import { NO_SIDE_AREAS, type RoomSnapshot, unknownRoom } from '../../realtime/view/snapshot';

/** The states of many events: live ones as their rooms say, the others as they were known last. */
export class EventStates {
  readonly #realtime: Realtime;
  /** What was known last of each event. `remembered` is false while it comes from a live room. */
  readonly #known = new Map<string, RoomSnapshot>();
  readonly #subscribers = new Set<() => void>();

  constructor(realtime: Realtime) {
    this.#realtime = realtime;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    const unsubscribe = this.#realtime.subscribe(subscriber);
    this.#subscribers.add(subscriber);
    return () => {
      unsubscribe();
      this.#subscribers.delete(subscriber);
    };
  };

  /** Takes a call's answer about an event that is not live. */
  heard(eventId: string, { areas, evacuation, ...rest }: AreaList): void {
    this.#known.set(eventId, {
      ...unknownRoom,
      areas,
      ...openAlerts(rest),
      evacuation: evacuation ?? null,
      sideAreas: evacuation?.sideAreas ?? NO_SIDE_AREAS,
      remembered: true,
      syncedAt: Date.now(),
    });
    for (const subscriber of this.#subscribers) subscriber();
  }

  /** Returns the state of an event. It is the same object until the state changes. */
  of(eventId: string, isLive: boolean): RoomSnapshot {
    const known = this.#known.get(eventId);
    if (!isLive) return known ? this.#rested(eventId, known) : unknownRoom;
    const now = this.#realtime.snapshotOf(eventId);
    // Until its room answers, the event is shown as it was known last.
    if (now.areas === null && !now.loadFailed && known && known.areas !== null) return this.#rested(eventId, known);
    this.#known.set(eventId, now);
    return now;
  }

  /** Marks the state of a room that has been live until now as old from now on. */
  #rested(eventId: string, known: RoomSnapshot): RoomSnapshot {
    if (known.remembered || known.areas === null) return known;
    const wasRight = known.connection === 'connected';
    const { areas, evacuation, sideAreas } = known;
    const alerts = openAlerts(known);
    const syncedAt = wasRight ? Date.now() : known.syncedAt;
    const rested: RoomSnapshot = {
      ...unknownRoom,
      areas,
      ...alerts,
      evacuation,
      sideAreas,
      remembered: true,
      syncedAt,
    };
    this.#known.set(eventId, rested);
    return rested;
  }
}
