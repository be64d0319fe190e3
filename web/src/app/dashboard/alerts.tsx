import { Suspense, useState, useSyncExternalStore } from 'react';
import { useRealtime } from '../../realtime/hooks';
import { AlertBanner } from './counting-parts';

/** The alerts of an event in the bar, from the first one on: its place goes when nobody counts, not with the last alert. */
export function Alerts({ eventId }: { eventId: string }) {
  const realtime = useRealtime();
  const { alerts, areas } = useSyncExternalStore(realtime.subscribe, () => realtime.snapshotOf(eventId));
  const [hadSome, setHadSome] = useState(false);
  if (alerts.length > 0 && !hadSome) setHadSome(true);
  if (!hadSome) return null;
  return (
    <Suspense>
      <AlertBanner eventId={eventId} clientId={realtime.clientIdOf(eventId)} alerts={alerts} areas={areas ?? []} />
    </Suspense>
  );
}
