import { useCallback, useEffect, useRef } from 'react';
import { MINUTE_MS } from '../../../../../src/shared/durations';

/** After this many ms without a tap, the phone has probably been put away. */
const AWAKE_AFTER_TAP_MS = 10 * MINUTE_MS;

/** Returns null if the browser has no wake lock (older browsers, plain HTTP) or the device refuses it (low battery). */
async function requestLock(): Promise<WakeLockSentinel | null> {
  try {
    return await navigator.wakeLock.request('screen');
  } catch {
    return null;
  }
}

/**
 * Returns a function to call on each tap. It keeps the screen on for ten minutes. A lock that the browser revoked is
 * requested again when the page becomes visible.
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
    // Meanwhile the component was unmounted, or its time ended.
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
    // The browser revokes the lock when the page is hidden, so request it again.
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
