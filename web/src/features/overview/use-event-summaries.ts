import { useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { fetchDevices } from '../devices/devices-api';
import { isMissed } from '../devices/device-list';
import { connectionState } from '../../realtime/connection-state';
import { type EventSummary, summarize } from './event-summary';
import { type Flow, FlowSchema } from '../../../../src/shared/schemas/flow';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';
import { useRealtime } from '../../realtime/hooks';
import type { Realtime } from '../../realtime/realtime';
import type { RoomSnapshot } from '../../realtime/view/snapshot';

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

/** Returns the live state of the events. @param events must be the same array until the events change */
export function useEventSummaries(events: readonly Event[]): EventSummary[] {
  const rooms = useRooms(useMemo(() => events.map(({ eventId }) => eventId), [events]));
  const flows = useEach('flow', events, fetchFlow, FLOW_EVERY_MS);
  const devices = useEach('devices', events, fetchDevices, DEVICES_EVERY_MS);
  const now = useNow();
  return events.flatMap((event, i) => {
    const room = rooms[i];
    if (!room) return [];
    const { live } = connectionState(room, 0);
    const { data: flow, dataUpdatedAt: at = 0 } = flows[i] ?? {};
    const { data: known, dataUpdatedAt: heardAt = 0 } = devices[i] ?? {};
    const flowHolds = live && now - at < MISSED_ANSWERS * FLOW_EVERY_MS;
    const devicesHold = live && now - heardAt < MISSED_ANSWERS * DEVICES_EVERY_MS;
    const missed = known && devicesHold ? known.filter((device) => isMissed(device, heardAt)).length : null;
    return [summarize(event, room, flow && flowHolds ? { flow, at } : null, missed)];
  });
}

const fetchFlow = (eventId: string, signal: AbortSignal): Promise<Flow> =>
  callApi(`${eventPath(eventId)}/flow`, FlowSchema, { signal });
const LOOK_EVERY_MS = 2000;

/**
 * Returns the time of the device's clock in epoch ms, updated regularly. A timer alone does not know how long the
 * machine has slept.
 */
function useNow(): number {
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
function readerOf(realtime: Realtime, eventIds: readonly string[]): () => readonly RoomSnapshot[] {
  let last: readonly RoomSnapshot[] = [];
  return () => {
    const next = eventIds.map((eventId) => realtime.snapshotOf(eventId));
    if (next.some((snapshot, i) => snapshot !== last[i])) last = next;
    return last;
  };
}

/**
 * Returns the live state of several events, in their order. Their sockets stay open while the component is mounted.
 * @param eventIds must be the same array until the ids change
 */
function useRooms(eventIds: readonly string[]): readonly RoomSnapshot[] {
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
