import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/protocol/limits';
import { venueOccupancy } from '../../../../src/shared/rules/venue-capacity';
import { ENDED_ALERT_LISTED_MS } from '../../../../src/shared/schemas/limits';
import type { Alert, ListedAlert, ListedMachineAlert } from '../../../../src/shared/schemas/alert';
import type { Event } from '../../../../src/shared/schemas/event';
import { useRealtime } from '../../realtime/hooks';
import type { RoomSnapshot } from '../../realtime/view/snapshot';
import { isMissed, risesOf, seenOf, topOf } from './rises';
import { acknowledgeAlert } from './alerts-api';
import { fetchAlerts } from './fetch-alerts';
import { machineAlertsKey } from './open-alerts';
import { areaNameOf } from '../counting/areas/area-name';
import { inForce } from '../in-force/in-force';
import { useRounds } from '../overview/use-rounds';

/** What the calls said about the alerts of one event. */
interface Heard {
  readonly byId: ReadonlyMap<string, ListedAlert>;
  /** Alerts about machines. The room says nothing of them by itself. */
  readonly machines: readonly ListedMachineAlert[];
  /** Where older alerts begin; undefined if all are known. */
  readonly next: string | undefined;
  readonly hasFailed: boolean;
}

const NOTHING: Heard = { byId: new Map(), machines: [], next: undefined, hasFailed: false };

/** What the list has of alerts of any kind. */
interface ShownOfAny extends Pick<Alert, 'alertId' | 'raisedAt' | 'acknowledgedAt' | 'acknowledgedBy' | 'note'> {
  readonly event: Event;
  /** Null for the venue, and for a machine that said no area. */
  readonly areaName: string | null;
  readonly isOpen: boolean;
  /** Epoch ms; null for an open alert, and for one that has just ended. */
  readonly endedAt: number | null;
  /** Whether there was time to acknowledge it, and nobody did. */
  readonly isMissed: boolean;
  /** What was done at the lower thresholds of the rise. */
  readonly lowerNotes: readonly string[];
}

interface ShownCrowd extends ShownOfAny, Pick<Alert, 'areaId' | 'threshold' | 'occupancy' | 'capacity'> {
  readonly type: 'crowd';
  /** How many people are there now; null if the alert is over, or the room has not said it. */
  readonly occupancyNow: number | null;
  /** The thresholds of a rise, the lowest first, `threshold` last. */
  readonly levels: readonly number[];
}

interface ShownMachine
  extends ShownOfAny, Pick<ListedMachineAlert, 'sourceId' | 'sourceName' | 'lastHeardAt' | 'trouble'> {
  readonly type: 'machine';
}

/** One alert of the list. */
export type ShownAlert = ShownCrowd | ShownMachine;

/** In percent. A machine has none: it stands below full areas, and its alarm does not repeat. */
export const thresholdOf = (alert: ShownAlert): number => (alert.type === 'crowd' ? alert.threshold : 0);

const isKept = ({ endedAt }: Pick<ShownAlert, 'endedAt'>, now: number): boolean =>
  endedAt === null || now - endedAt < ENDED_ALERT_LISTED_MS;

type Known = Omit<ShownCrowd, 'type' | 'levels' | 'isMissed' | 'lowerNotes'>;

/** Returns one alert for each rise: its highest level, with what was done below it. */
const joined = (alerts: readonly Known[]): ShownCrowd[] =>
  risesOf(alerts).map((rise) => {
    const top = topOf(rise);
    const seen = top.isOpen ? top : (seenOf(rise) ?? top);
    return {
      ...top,
      type: 'crowd',
      acknowledgedAt: seen.acknowledgedAt,
      acknowledgedBy: seen.acknowledgedBy,
      levels: rise.map(({ threshold }) => threshold),
      isMissed: top.endedAt !== null && isMissed(rise),
      lowerNotes: rise.slice(0, -1).flatMap(({ note }) => note ?? []),
    };
  });

function occupancyOf({ areaId }: Alert, areas: RoomSnapshot['areas']): number | null {
  if (areas === null) return null;
  if (areaId === null) return venueOccupancy(areas);
  return areas.find((area) => area.areaId === areaId)?.currentOccupancy ?? null;
}

/** Returns the alerts of an event: open ones as the room says, while they are in force; ended ones as the calls said. */
function alertsOf(event: Event, room: RoomSnapshot, { byId, machines }: Heard, now: number): ShownAlert[] {
  const { areas } = room;
  const open = new Set(room.alerts.map(({ alertId }) => alertId));
  const live = inForce(room).alerts.map((alert): Known => ({
    ...alert,
    event,
    areaName: alert.areaId === null ? null : areaNameOf(areas ?? [], alert.areaId),
    occupancyNow: occupancyOf(alert, areas),
    isOpen: true,
    endedAt: null,
  }));
  const others = [...byId.values()]
    .filter(({ alertId }) => !open.has(alertId))
    .map((alert): Known => ({
      ...alert,
      event,
      occupancyNow: null,
      isOpen: areas === null && alert.endedAt === null,
      endedAt: alert.endedAt === null ? null : Date.parse(alert.endedAt),
    }));
  const crowds = joined([...others.filter((alert) => isKept(alert, now)), ...live]);
  const about = machines.map((alert) => machineAlertIn(event, alert));
  return [...crowds, ...about.filter((alert) => isKept(alert, now))];
}

const machineAlertIn = (event: Event, { endedAt, ...alert }: ListedMachineAlert): ShownMachine => ({
  ...alert,
  type: 'machine',
  event,
  isOpen: endedAt === null,
  endedAt: endedAt === null ? null : Date.parse(endedAt),
  isMissed: endedAt !== null && alert.acknowledgedAt === null,
  lowerNotes: [],
});

/** Sorts alerts, the newest first. */
const newestFirst = (alerts: readonly ShownAlert[]): ShownAlert[] =>
  alerts.toSorted((a, b) => Date.parse(b.raisedAt) - Date.parse(a.raisedAt) || thresholdOf(b) - thresholdOf(a));

/** Returns since when the calls have said everything: older alerts of some event are still to be read. Epoch ms. */
function knownSince(heard: Iterable<Heard>): number {
  const oldest = [...heard].map(({ byId, next }) =>
    next === undefined ? -Infinity : Math.min(...[...byId.values()].map(({ raisedAt }) => Date.parse(raisedAt))),
  );
  return Math.max(-Infinity, ...oldest);
}

/**
 * Returns the alerts of these events, the newest first.
 * @param events must be the same array until the events change
 * @param rooms the states of the events, in their order
 */
export function useListedAlerts(events: readonly Event[], rooms: readonly RoomSnapshot[], now: number) {
  const realtime = useRealtime();
  const client = useQueryClient();
  const [heard, setHeard] = useState<ReadonlyMap<string, Heard>>(new Map());
  const update = useCallback((eventId: string, change: (before: Heard) => Heard) => {
    setHeard((all) => new Map(all).set(eventId, change(all.get(eventId) ?? NOTHING)));
  }, []);

  const ask = useCallback(
    async (eventId: string, signal: AbortSignal, after: string | null = null) => {
      try {
        const { alerts, machineAlerts = [], next } = await fetchAlerts(eventId, after, signal);
        if (signal.aborted) return;
        if (after === null) client.setQueryData(machineAlertsKey(eventId), machineAlerts);
        update(eventId, (before) => ({
          byId: new Map([...before.byId, ...alerts.map((alert) => [alert.alertId, alert] as const)]),
          machines: after === null ? machineAlerts : before.machines,
          // The newest page says nothing about older ones that are known already.
          next: after === null && before.byId.size > 0 ? before.next : next,
          hasFailed: false,
        }));
      } catch {
        if (!signal.aborted) update(eventId, (before) => ({ ...before, hasFailed: true }));
      }
    },
    [update, client],
  );

  const eventIds = useMemo(() => events.map(({ eventId }) => eventId), [events]);
  useRounds(eventIds, ask);
  useWhenEnded(eventIds, rooms, ask);

  const shown = events.flatMap((event, i) => {
    const room = rooms[i];
    return room ? alertsOf(event, room, heard.get(event.eventId) ?? NOTHING, now) : [];
  });
  const since = knownSince(heard.values());
  const readOlder = () => {
    const over = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
    for (const [eventId, { next }] of heard) if (next !== undefined) void ask(eventId, over, next);
  };
  const askAgain = (eventId: string) => ask(eventId, AbortSignal.timeout(CONNECT_TIMEOUT_MS));
  /** Acknowledges an alert or changes its note. Throws if the call fails. */
  const acknowledge = async ({ event: { eventId }, alertId, type }: ShownAlert, note?: string) => {
    await acknowledgeAlert(realtime, eventId, alertId, note);
    if (type === 'machine') return askAgain(eventId);
    if (note === undefined) return;
    update(eventId, (before) => {
      const alert = before.byId.get(alertId);
      return alert
        ? { ...before, byId: new Map(before.byId).set(alertId, { ...alert, note: note.trim() || null }) }
        : before;
    });
  };
  return {
    alerts: newestFirst(shown).filter(({ isOpen, raisedAt }) => isOpen || Date.parse(raisedAt) >= since),
    /** How many open alerts are not in force while people leave. */
    waiting: rooms.reduce((sum, room) => sum + room.alerts.length - inForce(room).alerts.length, 0),
    /** Whether every event has answered once. */
    isKnown: eventIds.every((eventId) => heard.has(eventId)),
    /** How many events did not answer the last time. */
    failed: eventIds.filter((eventId) => heard.get(eventId)?.hasFailed).length,
    hasOlder: since > -Infinity,
    readOlder,
    acknowledge,
    /** Asks about an event whose room does not say by itself what has changed. */
    askAgain,
  };
}

/** Asks about an event as soon as one of its alerts has ended. */
function useWhenEnded(
  eventIds: readonly string[],
  rooms: readonly RoomSnapshot[],
  ask: (eventId: string, signal: AbortSignal) => Promise<void>,
): void {
  const open = useRef(new Map<string, readonly string[]>());
  useEffect(() => {
    for (const [i, eventId] of eventIds.entries()) {
      const now = rooms[i]?.alerts.map(({ alertId }) => alertId) ?? [];
      const before = open.current.get(eventId) ?? [];
      open.current.set(eventId, now);
      if (before.some((alertId) => !now.includes(alertId))) void ask(eventId, AbortSignal.timeout(CONNECT_TIMEOUT_MS));
    }
  }, [eventIds, rooms, ask]);
}
