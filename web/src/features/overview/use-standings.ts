import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { fetchDevices } from '../devices/devices-api';
import { isMissed } from '../devices/device-list';
import { connectionState } from '../../realtime/connection-state';
import { fetchFlow } from './flow-api';
import { type Standing, standingOf } from './standing';
import { useNow } from './use-now';
import { useRooms } from './use-rooms';

/** While the page is visible; numbers of people come by socket. */
const FLOW_EVERY_MS = 10_000;
const DEVICES_EVERY_MS = 30_000;
/** After this many failures in a row the old answer is not shown as present any more: half a minute for the flow. */
const MISSED_ANSWERS = 3;

/** Calls that are repeated for each event, in their order. */
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

/** The live state of the events. @param events the same array until they change */
export function useStandings(events: readonly Event[]): Standing[] {
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
    return [standingOf(event, room, flow && flowHolds ? { flow, at } : null, missed)];
  });
}
