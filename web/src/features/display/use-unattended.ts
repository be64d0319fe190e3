import { useEffect } from 'react';
import { MINUTE_MS } from '../../../../src/shared/durations';
import { reloadForNewVersion } from '../../offline/new-version';
import { useWakeLock } from '../counting/pads/use-wake-lock';

/**
 * The interval in ms at which the wake lock is renewed. It is well below the ten minutes for which the lock is held.
 */
const AWAKE_EVERY_MS = 5 * MINUTE_MS;
const NEW_VERSION_EVERY_MS = 10 * MINUTE_MS;

/** For a screen that nobody touches for weeks: keeps the screen on, and loads new releases. */
export function useUnattended(): void {
  const keepAwake = useWakeLock();

  useEffect(() => {
    keepAwake();
    const awake = setInterval(keepAwake, AWAKE_EVERY_MS);
    const version = setInterval(() => void reloadForNewVersion(), NEW_VERSION_EVERY_MS);
    return () => {
      clearInterval(awake);
      clearInterval(version);
    };
  }, [keepAwake]);
}
