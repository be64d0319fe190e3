import { useEffect, useState } from 'react';

const LOOK_EVERY_MS = 2_000;

/** Epoch ms, by the device's clock: a timer alone does not know how long the machine has slept. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, LOOK_EVERY_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);

  return now;
}
