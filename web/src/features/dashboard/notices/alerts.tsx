import { startTransition, Suspense, useCallback, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { AlertPlace } from '../../alerts/alert-banner';
import { useNoRecentTaps } from '../../counting/press/use-no-recent-taps';
import { detailOf, titleOf, unseenOf } from '../../alerts/alert-words';
import { rulesOf } from '../../../../../src/shared/rules/modes';
import { useRealtime } from '../../../realtime/hooks';
import type { RoomSnapshot } from '../../../realtime/view/snapshot';
import { useHasBeen } from '../../../ui/use-has-been';
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
  return useHasBeen(room.alerts.length > 0) && <UnseenAlerts eventId={eventId} {...place} {...room} />;
}

function UnseenAlerts({ eventId, slot, isDoor, alerts, areas, evacuation }: RoomSnapshot & AlertsProps) {
  const [Banner, setBanner] = useState(lateAlertBanner);
  const calm = useNoRecentTaps();
  const [startsCalm] = useState(calm);
  const retry = useCallback(() => startTransition(() => setBanner(lateAlertBanner)), []);
  const names = areas ?? [];
  // Nobody is let in while people leave, so how full a place is does not matter then.
  const unseen = rulesOf(evacuation).mayLetIn ? unseenOf(alerts) : [];
  const worst = unseen[0];
  return (
    <>
      {/* On a wide screen, reserve the row while nobody has counted yet. Otherwise the banner would move the pads
          when its code has loaded. */}
      <Suspense fallback={!isDoor && startsCalm && <div className="min-h-13 short:min-h-12" />}>
        <Banner eventId={eventId} slot={slot} isDoor={isDoor} unseen={unseen} areas={names} onRetry={retry} />
      </Suspense>
      {/* A dialog hides the rest of the page from screen readers, except elements after the dialog and elements
          with aria-live. */}
      {createPortal(
        <p role="alert" aria-live="assertive" className="sr-only">
          {worst && `${titleOf(worst, names)}. ${detailOf(worst)}`}
        </p>,
        document.body,
      )}
    </>
  );
}
