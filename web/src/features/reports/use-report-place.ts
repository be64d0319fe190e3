import { useCallback } from 'react';
import { useSearch } from '../../lib/search';
import { useSelectedEventId } from '../events/use-selected-event';
import { isMisread, readReportPlace, type ReportPlace, writeReportPlace } from './report-place';

/** What the address says, and how to go on from there. The event is the selected one where it names none. */
export function useReportPlace() {
  const [search, changeSearch] = useSearch();
  const [selectedId] = useSelectedEventId();
  const ownId = selectedId ?? '';
  const go = useCallback(
    (change: Partial<ReportPlace>) => {
      // Other days are another page to come back from; an area or a step is the same one seen otherwise.
      const replace = change.from === undefined;
      changeSearch((now) => new URLSearchParams(writeReportPlace({ ...readReportPlace(now, ownId), ...change })), {
        replace,
      });
    },
    [changeSearch, ownId],
  );
  return { place: readReportPlace(search, ownId), isMisread: isMisread(search), go };
}
