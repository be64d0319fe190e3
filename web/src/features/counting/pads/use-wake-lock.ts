import { useCallback, useEffect, useRef } from 'react';
import { MINUTE_MS } from '../../../../../src/shared/limits';

/** Somebody who has not counted for this long has put the phone away. */
const AWAKE_AFTER_TAP_MS = 10 * MINUTE_MS;

/** Null when there is no such lock (older browsers, plain HTTP), or the device refuses it (battery). */
async function requestLock(): Promise<WakeLockSentinel | null> {
  try {
    return await navigator.wakeLock.request('screen');
  } catch {
    return null;
  }
}

/**
 * Returns a function that keeps the screen on: from a tap until ten minutes after the last one, and again when the page
 * becomes visible.
 */
export function useWakeLock(): () => void {
  const awakeUntil = useRef(0);
  const lock = useRef<WakeLockSentinel | null>(null);
  const asking = useRef(false);

  const hold = useCallback(async () => {
    if (asking.current || lock.current?.released === false) return;
    asking.current = true;
    lock.current = await requestLock();
    asking.current = false;
    // Too late: the component is unmounted.
    if (Date.now() >= awakeUntil.current) void lock.current?.release();
  }, []);

  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const letGo = useCallback(() => {
    awakeUntil.current = 0;
    clearTimeout(timer.current);
    void lock.current?.release();
    lock.current = null;
  }, []);

  useEffect(() => {
    // The browser revokes the lock of a hidden page.
    const onVisible = () => {
      if (document.visibilityState === 'visible' && Date.now() < awakeUntil.current) void hold();
    };
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      letGo();
    };
  }, [hold, letGo]);

  return useCallback(() => {
    awakeUntil.current = Date.now() + AWAKE_AFTER_TAP_MS;
    clearTimeout(timer.current);
    timer.current = setTimeout(letGo, AWAKE_AFTER_TAP_MS);
    void hold();
  }, [hold, letGo]);
}
