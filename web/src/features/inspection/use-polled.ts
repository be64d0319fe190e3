import { useEffect, useState } from 'react';

/** What was loaded last, and why the last attempt failed; null if it did not. */
export interface Polled<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
}

/**
 * Loads something at once, and again while the page is visible. An inspector's page needs no cache of queries, which the
 * dashboard has.
 * @param load loads the data; must be the same function until something else is to be loaded. Null loads nothing
 * @param nextInMs returns the wait until the next attempt in ms; null for none. Must be the same function at all times
 */
export function usePolled<Data>(
  load: (() => Promise<Data>) | null,
  nextInMs: (polled: Polled<Data>) => number | null,
): Polled<Data> {
  const [polled, setPolled] = useState<Polled<Data>>({ data: undefined, error: null });

  useEffect(() => {
    if (load === null) return undefined;
    let isOver = false;
    let isLoading = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let known: Data | undefined;
    const attempt = async (): Promise<Polled<Data>> => {
      try {
        known = await load();
        return { data: known, error: null };
      } catch (error) {
        return { data: known, error };
      }
    };
    const turn = async () => {
      if (isOver || isLoading || document.visibilityState === 'hidden') return;
      clearTimeout(timer);
      isLoading = true;
      const next = await attempt();
      isLoading = false;
      if (isOver) return;
      setPolled((before) => ({ data: next.data ?? before.data, error: next.error }));
      const waitMs = nextInMs(next);
      isOver = waitMs === null;
      if (waitMs !== null) timer = setTimeout(() => void turn(), waitMs);
    };
    const onVisible = () => void turn();
    document.addEventListener('visibilitychange', onVisible);
    void turn();
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [load, nextInMs]);

  return polled;
}
