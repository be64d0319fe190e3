import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { EVENT_PARAM, paths } from '../../urls/paths';
import { hasKeptSelection, keepSelectedEventId, readSelectedEventId } from '../../session/storage';

/** Returns the event that a notification's address names, and removes it from the address; null without one. */
function takeLinkedEvent(): string | null {
  const url = new URL(location.href);
  const eventId = url.searchParams.get(EVENT_PARAM);
  if (eventId === null || url.pathname !== paths.app) return null;
  url.searchParams.delete(EVENT_PARAM);
  history.replaceState(history.state, '', url);
  keepSelectedEventId(eventId);
  return eventId;
}

/** Returns the admin's selected event and its setter. The selection is stored on this device across visits. */
export function useSelectedEventId() {
  const [selectedId, setSelectedId] = useState(() => takeLinkedEvent() ?? readSelectedEventId());
  const select = useCallback((eventId: string | null) => {
    keepSelectedEventId(eventId);
    setSelectedId(eventId);
  }, []);
  return [selectedId, select] as const;
}

/**
 * On a device that has never stored a selection, selects the only event of an account, or of several the one that is
 * counted now. This happens once per visit, with the first list from the server: a later event must not open while
 * somebody works.
 * @param events null until the server has sent them
 * @param isFree whether nobody has chosen an event or begun to choose one
 */
export function useFirstEvent(
  events: readonly Event[] | null,
  isFree: boolean,
  select: (eventId: string) => void,
): void {
  const [isNew] = useState(() => !hasKeptSelection());
  const isDecided = useRef(false);
  const stillFree = useRef(isFree);
  useLayoutEffect(() => {
    stillFree.current = isFree;
    return () => {
      stillFree.current = false;
    };
  });
  useLayoutEffect(() => {
    async function selectCounted(among: readonly Event[]) {
      try {
        const { countedLast } = await import('./counted-last');
        const eventId = await countedLast(among);
        if (eventId !== null && stillFree.current) select(eventId);
      } catch {
        // Without an answer somebody selects the event.
      }
    }
    if (events === null || isDecided.current) return;
    isDecided.current = true;
    const [only, ...others] = events;
    if (!isNew || !only) return;
    if (others.length === 0) select(only.eventId);
    else void selectCounted(events);
  }, [events, isNew, select]);
}
