import { useEffect, useState, useSyncExternalStore } from 'react';
import { DisplaySchema } from '../../../../src/shared/schemas/display';
import { callApi } from '../../api/api-client';
import { reloadForNewVersion } from '../../offline/new-version';
import { browserLine } from '../../realtime/socket/browser-line';
import { outcomeOf } from '../../realtime/socket/outcome';
import { DisplayChannel, type DisplayEffects, type DisplaySnapshot } from './display-channel';

const browserDisplay: DisplayEffects = {
  ...browserLine,
  fetchDisplay: (token, signal) =>
    outcomeOf(callApi(`/api/displays/${encodeURIComponent(token)}`, DisplaySchema, { signal, sparesSession: true })),
  reloadNeeded: () => void reloadForNewVersion(),
};

/**
 * Returns what the link shows, live while the component is mounted. For another token the component must be mounted
 * again.
 */
export function useDisplay(token: string): DisplaySnapshot {
  const [channel] = useState(() => new DisplayChannel(token, browserDisplay));
  useEffect(() => {
    channel.start();
    return () => channel.stop();
  }, [channel]);
  return useSyncExternalStore(channel.subscribe, channel.read);
}
