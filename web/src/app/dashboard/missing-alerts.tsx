import { useEffect } from 'react';
import type { OpenAlerts } from '../../features/alerts/alert-places';
import { titleOf } from '../../features/alerts/alert-words';
import { reloadForNewVersion } from '../../lib/new-version';

const RETRY_AFTER_MS = 30_000;

export interface LateBannerProps extends OpenAlerts {
  /** Its code could not be loaded, and may be by now. */
  onRetry: () => void;
}

/** The least that must be said where the banner's code is missing: below the bar, over the page, so that it moves no pad. */
export function MissingAlerts({ unseen, areas, onRetry }: LateBannerProps) {
  useEffect(() => {
    void reloadForNewVersion();
    const timer = setTimeout(onRetry, RETRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [onRetry]);
  return (
    <div className="relative">
      <div className="safe-x absolute inset-x-0 top-0 max-h-[30dvh] overflow-y-auto bg-bad-soft font-semibold text-bad">
        {unseen.map((alert) => (
          <p key={alert.alertId} className="py-2">
            {titleOf(alert, areas)}
          </p>
        ))}
      </div>
    </div>
  );
}
