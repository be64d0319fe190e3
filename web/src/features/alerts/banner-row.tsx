import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { venueOccupancy } from '../../../../src/shared/rules/venue-capacity';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import { dialogTexts } from '../../texts/dialog-texts';
import { formatCount } from '../../texts/format';
import { AcknowledgeButton } from './acknowledge-button';
import { AlertIcon, isDanger } from './alert-icon';
import { titleOf } from './alert-words';

/** Returns the current occupancy and the capacity as text; null if the area was deleted. */
function nowOf({ areaId, capacity }: Alert, areas: readonly Area[]): string | null {
  const people =
    areaId === null ? venueOccupancy(areas) : areas.find((area) => area.areaId === areaId)?.currentOccupancy;
  return people === undefined ? null : dialogTexts.alert.people(formatCount(people), formatCount(capacity));
}

interface BannerRowProps {
  eventId: string;
  alert: Alert;
  areas: readonly Area[];
  inSlot: boolean;
  /** The button that shows or hides the other alerts. */
  more: ReactNode;
}

/** One alert in one row: what happened, where it happened, and how many people are there now. */
export function BannerRow({ eventId, alert, areas, inSlot, more }: BannerRowProps) {
  const titleId = useId();
  const now = nowOf(alert, areas);
  return (
    <div
      data-tone={isDanger(alert.threshold) ? 'bad' : 'warn'}
      className={clsx(
        'flex items-center -outline-offset-3',
        inSlot ? 'h-full rounded-[inherit]' : 'min-h-13 short:min-h-12',
        isDanger(alert.threshold) ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
      )}
    >
      <div
        className={clsx(
          '@container flex w-full items-center gap-x-1.5',
          inSlot ? 'px-(--slot-x)' : 'safe-x mx-auto max-w-6xl py-1 short:py-0.5',
        )}
      >
        <div className="relative flex min-w-0 flex-1 items-center gap-2.5 leading-tight">
          <AlertIcon threshold={alert.threshold} size={inSlot ? 24 : 26} />
          <div className={clsx('min-w-0 flex-1', more && '@md:pe-40')}>
            <p id={titleId} title={titleOf(alert, areas)} className="truncate text-sm font-semibold sm:text-base">
              {titleOf(alert, areas)}
            </p>
            <div className="flex min-w-0 items-center gap-x-2 text-sm whitespace-nowrap tabular-nums">
              {/* If both do not fit beside the button, the number stays. */}
              <p className="flex h-4.5 min-w-0 flex-wrap gap-x-1 overflow-hidden">
                {now !== null && (
                  <>
                    <span>{now}</span> <span>{dialogTexts.alert.now}</span>
                  </>
                )}
              </p>
              {more}
            </div>
          </div>
        </div>
        <AcknowledgeButton eventId={eventId} alertIds={[alert.alertId]} describedBy={titleId} />
      </div>
    </div>
  );
}
