import { useEffect } from 'react';
import { AlertPlaces, type AlertRowProps, type OpenAlerts } from '../../features/alerts/alert-places';
import { titleOf } from '../../features/alerts/alert-words';
import { reloadForNewVersion } from '../../lib/new-version';

const RETRY_AFTER_MS = 30_000;

export interface LateBannerProps extends OpenAlerts {
  /** Its code could not be loaded, and may be by now. */
  onRetry: () => void;
}

/** The least that must be said where the banner's code is missing. */
export function MissingAlerts({ onRetry, ...alerts }: LateBannerProps) {
  useEffect(() => {
    void reloadForNewVersion();
    const timer = setTimeout(onRetry, RETRY_AFTER_MS);
    return () => clearTimeout(timer);
  }, [onRetry]);
  return <AlertPlaces {...alerts} Row={PlainRow} />;
}

function PlainRow({ alert, areas, lost }: AlertRowProps) {
  return (
    <div className="safe-x grid min-h-15 content-center bg-bad-soft font-semibold text-bad">
      <p>{titleOf(alert, areas)}</p>
      {lost}
    </div>
  );
}
