import { startTransition, Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import type { AlertPlace } from '../../alerts/alert-banner';
import { useNoRecentTaps } from '../../counting/press/use-no-recent-taps';
import { detailOf, titleOf, unseenOf } from '../../alerts/alert-words';
import { inForce } from '../../in-force/in-force';
import { ReadOut } from '../../in-force/read-out';
import { useRealtime } from '../../../realtime/hooks';
import type { RoomSnapshot } from '../../../realtime/view/snapshot';
import { LatePart } from '../../../ui/late-part';
import { lateAlertBanner } from '../counting-parts';

interface AlertsProps extends AlertPlace {
  eventId: string;
}

/**
 * Shows the alerts of an event in the top bar. The banner's code is loaded for the first alert. The place of the alerts
 * disappears when nobody has tapped recently, not with the last alert.
 */
export function Alerts({ eventId, ...place }: AlertsProps) {
  const realtime = useRealtime();
  const room = useSyncExternalStore(realtime.subscribe, () => realtime.snapshotOf(eventId));
  return (
    <LatePart when={room.alerts.length > 0}>
      <UnseenAlerts eventId={eventId} {...place} room={room} />
    </LatePart>
  );
}

function UnseenAlerts({ room, isDoor, ...about }: AlertsProps & { room: RoomSnapshot }) {
  const [Banner, setBanner] = useState(lateAlertBanner);
  const calm = useNoRecentTaps();
  const [startsCalm] = useState(calm);
  const retry = useCallback(() => startTransition(() => setBanner(lateAlertBanner)), []);
  const areas = room.areas ?? [];
  const unseen = unseenOf(inForce(room).alerts);
  const [worst] = unseen;
  // On a wide screen, reserve the row while nobody has counted yet. Otherwise the banner would move the pads when its code
  // has loaded. The alert is read out without the banner's code, which may not load.
  return (
    <>
      <Suspense fallback={!isDoor && startsCalm && <div className="min-h-13 short:min-h-12" />}>
        <Banner {...about} isDoor={isDoor} unseen={unseen} areas={areas} onRetry={retry} />
      </Suspense>
      <ReadOut>{worst === undefined ? '' : `${titleOf(worst, areas)}. ${detailOf(worst)}`}</ReadOut>
    </>
  );
}
