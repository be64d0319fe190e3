import { clsx } from 'clsx';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import type { OpenAlerts } from '../../alerts/alert-banner';
import { titleOf } from '../../alerts/alert-words';
import { reloadForNewVersion } from '../../../offline/new-version';

const RETRY_AFTER_MS = 30_000;

export interface LateBannerProps extends OpenAlerts {
  /** Tries again to load the banner's code. */
  onRetry: () => void;
}

/**
 * The minimum that must be said about alerts if the banner's code cannot be loaded. At a door it is in the line of the
 * alert, otherwise below the top bar and over the page.
 */
export function MissingAlerts({ unseen, areas, slot, isDoor, onRetry }: LateBannerProps) {
  useEffect(() => {
    void reloadForNewVersion();
    const timer = setTimeout(onRetry, RETRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [onRetry]);
  const said = unseen.map((alert) => (
    <p key={alert.alertId} className="py-2">
      {titleOf(alert, areas)}
    </p>
  ));
  const look = 'overflow-y-auto bg-bad-soft font-semibold text-bad';
  return isDoor && slot ? (
    createPortal(<div className={clsx('h-full px-(--slot-x)', look)}>{said}</div>, slot)
  ) : (
    <div className="relative">
      <div className={clsx('safe-x absolute inset-x-0 top-0 max-h-[30dvh]', look)}>{said}</div>
    </div>
  );
}
