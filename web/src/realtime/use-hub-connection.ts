import { useEffect, useSyncExternalStore } from 'react';
import { useMay } from '../session/may';
import { useRealtime } from './hooks';
import { HubChannel } from './hub';
import type { OpenHub } from './realtime';
import type { Connection } from './view/snapshot';

const openHub: OpenHub = (effects, listeners) => new HubChannel(effects, listeners);

/**
 * Returns the state of the connection to the account's hub, which stays open while the component is mounted; null for
 * users who have none, because they do not manage the account's events.
 */
export function useHubConnection(): Connection | null {
  const realtime = useRealtime();
  const mayManage = useMay('manage');
  useEffect(() => (mayManage ? realtime.holdHub(openHub) : undefined), [realtime, mayManage]);
  return useSyncExternalStore(realtime.subscribe, () => (mayManage ? realtime.hubConnection : null));
}
