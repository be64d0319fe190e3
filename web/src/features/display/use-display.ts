import { useEffect, useState, useSyncExternalStore } from 'react';
import { DisplaySchema } from '../../../../src/shared/schemas/display';
import { callApi } from '../../api/api-client';
import { reloadForNewVersion } from '../../offline/new-version';
import { browserLine } from '../../realtime/socket/browser-line';
import { outcomeOf } from '../../realtime/socket/outcome';
import { DisplayChannel, type DisplayEffects, type DisplaySnapshot } from './display-channel';

/** Also when restored from the back-forward cache. */
function onWake(listener: () => void): () => void {
  const stop = browserLine.onWake(listener);
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && listener();
  window.addEventListener('pageshow', onShow);
  return () => {
    stop();
    window.removeEventListener('pageshow', onShow);
  };
}

const browserDisplay: DisplayEffects = {
  ...browserLine,
  fetchDisplay: (token, signal) =>
    outcomeOf(callApi(`/api/displays/${encodeURIComponent(token)}`, DisplaySchema, { signal, sparesSession: true })),
  onWake,
  reloadNeeded: () => void reloadForNewVersion(),
};

/** What a link shows, live while the component is mounted. Another token needs another component. */
export function useDisplay(token: string): DisplaySnapshot {
  const [channel] = useState(() => new DisplayChannel(token, browserDisplay));
  useEffect(() => {
    channel.start();
    return () => channel.stop();
  }, [channel]);
  return useSyncExternalStore(channel.subscribe, channel.read);
}
