import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { paths } from '../../urls/paths';
import { hasKeptSelection, keepSelectedEventId, readSelectedEventId } from '../../session/storage';

/** Returns the event that a notification's address names, and removes it from the address; null without one. */
function takeLinkedEvent(): string | null {
  const url = new URL(location.href);
  const eventId = url.searchParams.get('event');
  if (eventId === null || url.pathname !== paths.app) return null;
  url.searchParams.delete('event');
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
 * Selects the only event of an account, on a device that has never stored a selection. This happens once per visit,
 * with the first list from the server: a later event must not open while somebody works.
 * @param events null until the server has sent them
 */
export function useOnlyEvent(events: readonly Event[] | null, select: (eventId: string) => void): void {
  const [isNew] = useState(() => !hasKeptSelection());
  const isDecided = useRef(false);
  useLayoutEffect(() => {
    if (events === null || isDecided.current) return;
    isDecided.current = true;
    const [only, ...others] = events;
    if (isNew && only && others.length === 0) select(only.eventId);
  }, [events, isNew, select]);
}
