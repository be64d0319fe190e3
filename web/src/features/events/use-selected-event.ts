import { useCallback, useState } from 'react';
import { keepSelectedEventId, readSelectedEventId } from '../../lib/storage';

/** The admin's selected event, kept on this device across visits. */
export function useSelectedEventId() {
  const [selectedId, setSelectedId] = useState(readSelectedEventId);
  const select = useCallback((eventId: string | null) => {
    keepSelectedEventId(eventId);
    setSelectedId(eventId);
  }, []);
  return [selectedId, select] as const;
}
