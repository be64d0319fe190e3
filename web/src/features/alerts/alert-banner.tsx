import { clsx } from 'clsx';
import { useId } from 'react';
import { AcknowledgeButton } from './acknowledge-button';
import { AlertIcon, isDanger } from './alert-icon';
import { AlertPlaces, type AlertRowProps, type OpenAlerts } from './alert-places';
import { detailOf, titleOf } from './alert-words';
import { useAlarm } from './use-alarm';

/** What nobody has seen yet, in the bar at the top. */
export function AlertBanner(props: OpenAlerts) {
  useAlarm(props.unseen);
  return <AlertPlaces {...props} Row={AlertRow} />;
}

function AlertRow({ eventId, alert, areas, lost }: AlertRowProps) {
  const titleId = useId();
  return (
    <div
      data-tone={isDanger(alert.threshold) ? 'bad' : 'warn'}
      className={clsx(
        'flex min-h-15 items-center short:min-h-12',
        isDanger(alert.threshold) ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
      )}
    >
      <div className="safe-x mx-auto flex w-full max-w-6xl flex-wrap items-center gap-x-2.5 gap-y-1 py-1 short:py-0.5">
        <div className="flex min-w-0 flex-1 basis-40 items-center gap-2.5 leading-tight">
          <AlertIcon threshold={alert.threshold} size={26} />
          <div className="min-w-0 short:flex short:flex-wrap short:items-baseline short:gap-x-2.5">
            <p id={titleId} className="line-clamp-4 font-semibold wrap-anywhere">
              {titleOf(alert, areas)}
            </p>
            {lost || <p className="text-sm tabular-nums">{detailOf(alert)}</p>}
          </div>
        </div>
        <AcknowledgeButton eventId={eventId} alertId={alert.alertId} describedBy={titleId} />
      </div>
    </div>
  );
}
