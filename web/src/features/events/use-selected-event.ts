import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Event } from '../../../../src/shared/schemas/event';
import { hasKeptSelection, keepSelectedEventId, readSelectedEventId } from '../../session/storage';

/** The admin's selected event, kept on this device across visits. */
export function useSelectedEventId() {
  const [selectedId, setSelectedId] = useState(readSelectedEventId);
  const select = useCallback((eventId: string | null) => {
    keepSelectedEventId(eventId);
    setSelectedId(eventId);
  }, []);
  return [selectedId, select] as const;
}

/**
 * Selects an account's only event on a device that has never stored a selection. Once per visit, with the first list
 * that the server sends: a later event must not open while somebody works.
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
