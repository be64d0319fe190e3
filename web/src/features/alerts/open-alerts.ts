import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useRealtime } from '../../realtime/hooks';
import { inForce } from '../in-force/in-force';
import { AGAIN_AFTER_MS } from '../overview/use-rounds';
import { fetchAlerts } from './fetch-alerts';

/** The key of what the server said last about the machines of an event. */
export const machineAlertsKey = (eventId: string) => ['machine-alerts', eventId] as const;

/**
 * Returns how many alerts of an event are open, as its list shows them. The room tells devices of alerts about crowds;
 * those about machines are asked for, unless `isListed`: then the list on this page asks. Alerts about fullness count while
 * they are in force.
 */
export function useOpenAlerts(eventId: string, isListed: boolean): number {
  const realtime = useRealtime();
  const crowds = useSyncExternalStore(realtime.subscribe, () => inForce(realtime.snapshotOf(eventId)).alerts);
  const machines = useQuery({
    queryKey: machineAlertsKey(eventId),
    queryFn: async ({ signal }) => (await fetchAlerts(eventId, null, signal, 1)).machineAlerts ?? [],
    enabled: !isListed,
    refetchInterval: AGAIN_AFTER_MS,
    staleTime: AGAIN_AFTER_MS,
    retry: false,
  });
  return crowds.length + (machines.data ?? []).filter(({ endedAt }) => endedAt === null).length;
}
