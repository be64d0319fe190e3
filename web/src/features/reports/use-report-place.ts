import { useCallback } from 'react';
import { useSearch } from '../../urls/search';
import { useSelectedEventId } from '../events/use-selected-event';
import { isMisread, readReportPlace, type ReportPlace, writeReportPlace } from './report-place';

/** The place in the address, and how to change it. Without an event in the address it is the selected one. */
export function useReportPlace() {
  const [search, changeSearch] = useSearch();
  const [selectedId] = useSelectedEventId();
  const ownId = selectedId ?? '';
  const go = useCallback(
    (change: Partial<ReportPlace>) => {
      // Other days are a new history entry; another area or step replaces the present one.
      const replace = change.from === undefined;
      changeSearch((now) => new URLSearchParams(writeReportPlace({ ...readReportPlace(now, ownId), ...change })), {
        replace,
      });
    },
    [changeSearch, ownId],
  );
  return { place: readReportPlace(search, ownId), isMisread: isMisread(search), go };
}
