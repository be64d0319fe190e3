import { clsx } from 'clsx';
import { useId } from 'react';
import { AcknowledgeButton } from './acknowledge-button';
import { AlertIcon, isDanger } from './alert-icon';
import { AlertPlaces, type AlertRowProps, type OpenAlerts } from './alert-places';
import { nowOf } from './alert-now';
import { titleOf } from './alert-words';
import { useAlarm } from './use-alarm';

/** What nobody has seen yet, in the bar at the top. */
export function AlertBanner(props: OpenAlerts) {
  useAlarm(props.unseen);
  return <AlertPlaces {...props} Row={AlertRow} />;
}

/** One alert in one row: what has happened where, and how many there are now. */
function AlertRow({ eventId, alert, areas, lost, more }: AlertRowProps) {
  const titleId = useId();
  return (
    <div
      data-tone={isDanger(alert.threshold) ? 'bad' : 'warn'}
      className={clsx(
        'flex min-h-13 items-center short:min-h-12',
        isDanger(alert.threshold) ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
      )}
    >
      <div className="safe-x mx-auto flex w-full max-w-6xl items-center gap-x-1.5 gap-y-1 py-1 short:py-0.5 @max-[15rem]:flex-wrap">
        <div className="flex min-w-0 flex-1 items-center @max-[15rem]:basis-40 gap-2.5 leading-tight">
          <AlertIcon threshold={alert.threshold} size={26} />
          <div className="min-w-0 short:flex short:items-baseline short:gap-x-2.5">
            <p id={titleId} title={titleOf(alert, areas)} className="truncate font-semibold">
              {titleOf(alert, areas)}
            </p>
            {lost || (
              <p className="flex min-w-0 gap-x-3 text-sm whitespace-nowrap tabular-nums">
                <span className="truncate">{nowOf(alert, areas)}</span>
                {more}
              </p>
            )}
          </div>
        </div>
        <AcknowledgeButton eventId={eventId} alertIds={[alert.alertId]} describedBy={titleId} />
      </div>
    </div>
  );
}
