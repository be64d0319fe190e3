import { clsx } from 'clsx';
import { useState } from 'react';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { Area } from '../../../../src/shared/schemas/area';
import { isRefusal } from '../../lib/api-client';
import { lateTexts } from '../../lib/late-texts';
import { showToast } from '../../lib/toasts';
import { Button } from '../../ui/button';
import { useCalm } from '../areas/use-calm';
import { AlertIcon, isDanger } from './alert-icon';
import { detailOf, titleOf } from './alert-words';
import { acknowledgeAlert } from './alerts-api';
import { useAlarm } from './use-alarm';

export interface AlertBannerProps {
  eventId: string;
  clientId: string | null;
  /** As the room last said. */
  alerts: readonly Alert[];
  areas: readonly Area[];
}

/**
 * What nobody has seen yet, in the bar at the top. While somebody counts, a new alert lies over the bar itself and moves
 * nothing; it gets a place below the bar, and leaves it, once nobody does.
 */
export function AlertBanner({ eventId, clientId, alerts, areas }: AlertBannerProps) {
  useAlarm(alerts);
  const calm = useCalm();
  const open = alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null).toSorted(byThreshold);
  const [placed, setPlaced] = useState<readonly Alert[]>([]);
  if (calm && !isSame(placed, open)) setPlaced(open);
  const fresh = open.find((alert) => !placed.some(({ alertId }) => alertId === alert.alertId));
  const common = { eventId, clientId, areas };
  return (
    <>
      {fresh && <AlertRow alert={fresh} {...common} className="absolute inset-x-0 top-0 z-10 min-h-15" />}
      {placed.length > 0 && (
        <div className="max-h-34 overflow-y-auto">
          {placed.map((alert) => (
            <AlertRow
              key={alert.alertId}
              alert={alert}
              {...common}
              className={open.some(({ alertId }) => alertId === alert.alertId) ? '' : 'invisible'}
            />
          ))}
        </div>
      )}
      <p role="alert" className="sr-only">
        {open[0] && `${titleOf(open[0], areas)}. ${detailOf(open[0])}`}
      </p>
    </>
  );
}

const byThreshold = (a: Alert, b: Alert): number => b.threshold - a.threshold;

const isSame = (a: readonly Alert[], b: readonly Alert[]): boolean =>
  a.length === b.length && a.every(({ alertId }, i) => alertId === b[i]?.alertId);

interface AlertRowProps extends Omit<AlertBannerProps, 'alerts'> {
  alert: Alert;
  className: string;
}

function AlertRow({ eventId, clientId, alert, areas, className }: AlertRowProps) {
  const [busy, setBusy] = useState(false);

  async function acknowledge() {
    setBusy(true);
    try {
      await acknowledgeAlert(eventId, alert.alertId, clientId);
    } catch (failure) {
      // It was over before it was seen.
      if (!isRefusal(failure, 'not_found')) showToast(lateTexts.alert.failed);
      setBusy(false);
    }
  }

  return (
    <div className={clsx('bg-page', className)}>
      <div
        data-tone={isDanger(alert.threshold) ? 'bad' : 'warn'}
        className={clsx(
          'flex min-h-15 items-center',
          isDanger(alert.threshold) ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn',
        )}
      >
        <div className="safe-x mx-auto flex w-full max-w-6xl items-center gap-2.5">
          <AlertIcon threshold={alert.threshold} size={26} />
          <div className="min-w-0 flex-1 leading-tight">
            <p className="truncate font-semibold">{titleOf(alert, areas)}</p>
            <p className="truncate text-sm tabular-nums">{detailOf(alert)}</p>
          </div>
          <Button
            variant="quiet"
            busy={busy}
            onClick={() => void acknowledge()}
            className="min-h-11 shrink-0 px-3! text-sm!"
          >
            {lateTexts.alert.acknowledge}
          </Button>
        </div>
      </div>
    </div>
  );
}
