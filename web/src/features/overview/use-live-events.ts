import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How many events are live at the same time. Each needs a socket, and a call every ten seconds. */
export const LIVE_EVENTS_MAX = 24;

/** How long an event must stay on the screen until it becomes live, in ms: scrolling past it opens no socket. */
const STAYS_FOR_MS = 300;

/** Called when an event's panel has come onto the screen, or has left it. */
export type OnScreen = (eventId: string, isOnScreen: boolean) => void;

/**
 * Decides which events are live: all of few, and of many those that were on the screen last.
 * @param eventIds must be the same array until the ids change
 */
export function useLiveEvents(eventIds: readonly string[]): { live: ReadonlySet<string>; onScreen: OnScreen } {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const shown = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  useEffect(() => () => clearTimeout(timer.current), []);

  const onScreen = useCallback((eventId: string, isOnScreen: boolean) => {
    if (isOnScreen) shown.current.add(eventId);
    else shown.current.delete(eventId);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSeen((before) => latest([...shown.current], before)), STAYS_FOR_MS);
  }, []);

  const live = useMemo(
    () => new Set(eventIds.length <= LIVE_EVENTS_MAX ? eventIds : seen.filter((eventId) => eventIds.includes(eventId))),
    [eventIds, seen],
  );
  return { live, onScreen };
}

/** Returns the events that were seen last: those on the screen first. Returns the previous array if they have not changed. */
function latest(shown: readonly string[], before: readonly string[]): readonly string[] {
  const all = [...shown, ...before.filter((eventId) => !shown.includes(eventId))].slice(0, LIVE_EVENTS_MAX);
  return all.length === before.length && all.every((eventId) => before.includes(eventId)) ? before : all;
}
