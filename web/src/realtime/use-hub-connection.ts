import { useEffect, useSyncExternalStore } from 'react';
import { useRealtime } from './hooks';
import { HubChannel } from './hub';
import type { OpenHub } from './realtime';
import type { Connection } from './view/snapshot';

const openHub: OpenHub = (effects, listeners) => new HubChannel(effects, listeners);

/** Keeps the admin's hub open while the component is mounted, and returns its connection. */
export function useHubConnection(): Connection {
  const realtime = useRealtime();
  useEffect(() => realtime.holdHub(openHub), [realtime]);
  return useSyncExternalStore(realtime.subscribe, () => realtime.hubConnection);
}
