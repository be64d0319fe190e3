import { useEffect } from 'react';
import { DAY_MS, HOUR_MS } from '../../../src/shared/limits';
import { verifySession } from '../session/session-api';

/**
 * A call's answer prolongs a session and its cookie, but a screen on a wall holds its sockets for weeks without any
 * call. So it asks once a day, and every hour until it gets an answer. The sockets find out when the session has ended.
 */
export function useKeepSignedIn(isSignedIn: boolean): void {
  useEffect(() => {
    if (!isSignedIn) return undefined;
    let answeredAt = Date.now();
    const ask = async () => {
      if (Date.now() - answeredAt < DAY_MS) return;
      try {
        await verifySession();
        answeredAt = Date.now();
      } catch (error) {
        console.warn('The session could not be prolonged', error);
      }
    };
    const timer = setInterval(() => void ask(), HOUR_MS);
    return () => clearInterval(timer);
  }, [isSignedIn]);
}
