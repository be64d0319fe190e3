import { useEffect } from 'react';
import { DAY_MS, HOUR_MS } from '../../../src/shared/limits';
import { verifySession } from '../lib/session-api';

/**
 * A session and its cookie are prolonged by a call's answer, and a screen on a wall holds its sockets for weeks without any
 * call: it asks once a day, and again each hour until it is answered. That the session has ended, the sockets find out.
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
