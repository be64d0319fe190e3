import { startTransition, Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useCalm } from '../../features/areas/use-calm';
import { detailOf, titleOf, unseenOf } from '../../features/alerts/alert-words';
import { useRealtime } from '../../realtime/hooks';
import type { RoomSnapshot } from '../../realtime/snapshot';
import { useHasBeen } from '../../ui/use-has-been';
import { lateAlertBanner } from './counting-parts';

/** The alerts of an event in the bar, from the first one on: its place goes when nobody counts, not with the last alert. */
export function Alerts({ eventId }: { eventId: string }) {
  const realtime = useRealtime();
  const room = useSyncExternalStore(realtime.subscribe, () => realtime.snapshotOf(eventId));
  return useHasBeen(room.alerts.length > 0) && <UnseenAlerts eventId={eventId} {...room} />;
}

function UnseenAlerts({ eventId, alerts, areas, connection }: RoomSnapshot & { eventId: string }) {
  const [Banner, setBanner] = useState(lateAlertBanner);
  const calm = useCalm();
  const [startsCalm] = useState(calm);
  const retry = useCallback(() => startTransition(() => setBanner(lateAlertBanner)), []);
  const names = areas ?? [];
  const unseen = unseenOf(alerts);
  const worst = unseen[0];
  return (
    <>
      {/* The row's place, where nobody counts yet: else it would push the pads once its code is there. */}
      <Suspense fallback={startsCalm && <div className="min-h-13 short:min-h-12" />}>
        <Banner eventId={eventId} unseen={unseen} areas={names} connection={connection} onRetry={retry} />
      </Suspense>
      {/* A dialog hides the rest of the page from screen readers, but not what comes after it, nor what has aria-live. */}
      {createPortal(
        <p role="alert" aria-live="assertive" className="sr-only">
          {worst && `${titleOf(worst, names)}. ${detailOf(worst)}`}
        </p>,
        document.body,
      )}
    </>
  );
}
