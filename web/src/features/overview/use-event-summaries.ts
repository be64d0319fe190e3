import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { MINUTE_MS } from '../../../../src/shared/durations';
import { AreaListSchema } from '../../../../src/shared/schemas/area';
import type { Event } from '../../../../src/shared/schemas/event';
import { fetchDevices } from '../devices/devices-api';
import { isMissed } from '../devices/device-list';
import { connectionState } from '../../realtime/connection-state';
import { type EventSummary, summarize } from './event-summary';
import { type Flow, FlowSchema } from '../../../../src/shared/schemas/flow';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';
import { useRealtime } from '../../realtime/hooks';
import { type RoomSnapshot, unknownRoom } from '../../realtime/view/snapshot';
import { EventStates } from './event-states';
import { noFlow } from './flow-rates';
import { useRounds } from './use-rounds';

/** The interval of the calls in ms while the page is visible. Occupancies come by socket. */
const FLOW_EVERY_MS = 10_000;
const DEVICES_EVERY_MS = 30_000;

/** After this many missed answers the old answer is no longer shown as current. For the flow that is half a minute. */
const MISSED_ANSWERS = 3;

/** Repeats a call for each event. Returns the queries in the order of the events. */
const useEach = <Answer>(
  name: string,
  events: readonly Event[],
  ask: (eventId: string, signal: AbortSignal) => Promise<Answer>,
  everyMs: number,
) =>
  useQueries({
    queries: events.map(({ eventId }) => ({
      queryKey: [name, eventId],
      queryFn: ({ signal }: { signal: AbortSignal }) => ask(eventId, signal),
      refetchInterval: everyMs,
      staleTime: everyMs,
    })),
  });

/**
 * Returns the state of the events, in their order.
 * @param events must be the same array until the events change
 * @param live the events that are live; the others are shown as they were known last
 */
export function useEventSummaries(events: readonly Event[], live: ReadonlySet<string>): EventSummary[] {
  const rooms = useRooms(
    useMemo(() => events.map(({ eventId }) => eventId), [events]),
    live,
  );
  // Nothing moves in an event that nobody has opened.
  const counting = events.filter(
    ({ eventId }, i) => live.has(eventId) && rooms[i]?.isOpened && rooms[i].connection !== 'connecting',
  );
  const flows = useEach('flow', counting, fetchFlow, FLOW_EVERY_MS);
  const devices = useEach('devices', counting, fetchDevices, DEVICES_EVERY_MS);
  const now = useNow();
  const minute = Math.floor(now / MINUTE_MS);
  const [summaries] = useState(() => new Summaries());
  return events.map((event, i) => {
    const { eventId } = event;
    const room = rooms[i] ?? unknownRoom;
    const { areas } = room;
    const of = (facts: readonly unknown[], make: () => EventSummary) =>
      summaries.of(eventId, [event, room, minute, ...facts], make);
    if (!live.has(eventId)) return of(['resting'], () => ({ ...summarize(event, room, null), isResting: true }));
    if (!room.isOpened && areas)
      return of(['unopened'], () => summarize(event, room, { flow: noFlow(eventId, areas, now), at: now }, 0));
    const place = counting.indexOf(event);
    const { live: isConnected } = connectionState(room, 0);
    const { data: flow, dataUpdatedAt: at = 0 } = flows[place] ?? {};
    const { data: known, dataUpdatedAt: heardAt = 0 } = devices[place] ?? {};
    const flowHolds = isConnected && now - at < MISSED_ANSWERS * FLOW_EVERY_MS;
    const devicesHold = isConnected && now - heardAt < MISSED_ANSWERS * DEVICES_EVERY_MS;
    const missed = known && devicesHold ? known.filter((device) => isMissed(device, heardAt)).length : null;
    const moving = flow && flowHolds ? { flow, at } : null;
    return of([moving?.flow, moving?.at, missed], () => summarize(event, room, moving, missed));
  });
}

/**
 * Keeps each event's summary until its facts change, so that the panels of other events are not drawn again at each tap.
 * The minute is one of the facts, because texts say how long ago something was.
 */
class Summaries {
  readonly #known = new Map<string, { facts: readonly unknown[]; summary: EventSummary }>();

  of(eventId: string, facts: readonly unknown[], make: () => EventSummary): EventSummary {
    const known = this.#known.get(eventId);
    if (known?.facts.length === facts.length && facts.every((fact, i) => fact === known.facts[i])) return known.summary;
    const summary = make();
    this.#known.set(eventId, { facts, summary });
    return summary;
  }
}

const fetchFlow = (eventId: string, signal: AbortSignal): Promise<Flow> =>
  callApi(`${eventPath(eventId)}/flow`, FlowSchema, { signal });
const LOOK_EVERY_MS = 2000;

/**
 * Returns the time of the device's clock in epoch ms, updated regularly. A timer alone does not know how long the
 * machine has slept.
 */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);

  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  return now;
}

/** Returns a reader for useSyncExternalStore, which needs the same array until one of the snapshots has changed. */
function readerOf(states: EventStates, eventIds: readonly string[], live: ReadonlySet<string>) {
  let last: readonly RoomSnapshot[] = [];
  return () => {
    const next = eventIds.map((eventId) => states.of(eventId, live.has(eventId)));
    if (next.some((snapshot, i) => snapshot !== last[i])) last = next;
    return last;
  };
}

/**
 * Returns the states of several events, in their order. The sockets of live events stay open while the component is
 * mounted.
 * @param eventIds must be the same array until the ids change
 */
export function useRooms(eventIds: readonly string[], live: ReadonlySet<string>): readonly RoomSnapshot[] {
  const realtime = useRealtime();
  const states = useMemo(() => new EventStates(realtime), [realtime]);

  useEffect(() => {
    const releases = [...live].map((eventId) => realtime.hold(eventId, 0));
    return () => {
      for (const release of releases) release();
    };
  }, [realtime, live]);

  const resting = useMemo(() => eventIds.filter((eventId) => !live.has(eventId)), [eventIds, live]);
  useRounds(
    resting,
    useCallback(
      async (eventId, signal) => {
        const list = await callApi(`${eventPath(eventId)}/areas`, AreaListSchema, { signal });
        if (!signal.aborted) states.heard(eventId, list);
      },
      [states],
    ),
  );

  const read = useMemo(() => readerOf(states, eventIds, live), [states, eventIds, live]);
  return useSyncExternalStore(states.subscribe, read);
}
