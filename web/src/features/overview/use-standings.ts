import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { fetchDevices } from '../devices/devices-api';
import { isMissed } from '../devices/device-list';
import { fetchFlow } from './flow-api';
import { type Standing, standingOf } from './standing';
import { useRooms } from './use-rooms';

/** While the page is in sight; numbers of people come by socket. */
const FLOW_EVERY_MS = 10_000;
const DEVICES_EVERY_MS = 30_000;

/** How the events stand, live. @param events the same array until they change */
export function useStandings(events: readonly Event[]): Standing[] {
  const rooms = useRooms(useMemo(() => events.map(({ eventId }) => eventId), [events]));
  const flows = useQueries({
    queries: events.map(({ eventId }) => ({
      queryKey: ['flow', eventId],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchFlow(eventId, signal),
      refetchInterval: FLOW_EVERY_MS,
      staleTime: FLOW_EVERY_MS,
    })),
  });
  const devices = useQueries({
    queries: events.map(({ eventId }) => ({
      queryKey: ['devices', eventId],
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchDevices(eventId, signal),
      refetchInterval: DEVICES_EVERY_MS,
      staleTime: DEVICES_EVERY_MS,
    })),
  });
  return events.flatMap((event, i) => {
    const room = rooms[i];
    if (!room) return [];
    const { data: flow, dataUpdatedAt: at = 0 } = flows[i] ?? {};
    const { data: known, dataUpdatedAt: heardAt = 0 } = devices[i] ?? {};
    const missed = known ? known.filter((device) => isMissed(device, heardAt)).length : null;
    return [standingOf(event, room, flow ? { flow, at } : null, missed)];
  });
}
