import { useEffect, useSyncExternalStore } from 'react';
import { useRealtime } from './hooks';
import { HubChannel } from './hub';
import type { OpenHub } from './realtime';
import type { Connection } from './view/snapshot';

const openHub: OpenHub = (effects, listeners) => new HubChannel(effects, listeners);

/** Returns the state of the connection to the admin's hub, which stays open while the component is mounted. */
export function useHubConnection(): Connection {
  const realtime = useRealtime();
  useEffect(() => realtime.holdHub(openHub), [realtime]);
  return useSyncExternalStore(realtime.subscribe, () => realtime.hubConnection);
}
