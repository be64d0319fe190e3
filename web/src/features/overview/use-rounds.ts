import { useEffect, useRef } from 'react';

/** The pause between two calls in ms: short until each event was asked about once, so that the fullest are known soon. */
const PAUSE_MS = 2_000;
const FIRST_PAUSE_MS = 250;
/** How often an event is asked about at most, in ms. */
export const AGAIN_AFTER_MS = 30_000;

/**
 * Asks about events, one after the other, while the page is visible: the one that was asked about longest ago first. So
 * the number of calls does not grow with that of the events.
 * @param call makes the call and takes its answer; must be the same function while the component is mounted
 */
export function useRounds(
  resting: readonly string[],
  call: (eventId: string, signal: AbortSignal) => Promise<void>,
): void {
  const latest = useRef(resting);
  useEffect(() => {
    latest.current = resting;
  }, [resting]);
  const isNeeded = resting.length > 0;

  useEffect(() => {
    if (!isNeeded) return undefined;
    const over = new AbortController();
    const askedAt = new Map<string, number>();
    const ageOf = (eventId: string) => Date.now() - (askedAt.get(eventId) ?? 0);
    let timer: ReturnType<typeof setTimeout>;

    async function ask(eventId: string): Promise<void> {
      askedAt.set(eventId, Date.now());
      try {
        await call(eventId, over.signal);
      } catch {
        // The next round asks again. If the event or the session is over, the account's socket says so.
      }
    }

    async function turn(): Promise<void> {
      const [oldest] = latest.current.toSorted((a, b) => ageOf(b) - ageOf(a));
      const isDue = oldest !== undefined && ageOf(oldest) >= AGAIN_AFTER_MS;
      if (isDue && document.visibilityState !== 'hidden') await ask(oldest);
      if (over.signal.aborted) return;
      const isFirstRound = latest.current.some((eventId) => !askedAt.has(eventId));
      timer = setTimeout(() => void turn(), isFirstRound ? FIRST_PAUSE_MS : PAUSE_MS);
    }

    timer = setTimeout(() => void turn(), FIRST_PAUSE_MS);
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [isNeeded, call]);
}
