import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { useSelectedEventId } from '../events/use-selected-event';
import { isMisread, readReportPlace, type ReportPlace, writeReportPlace } from './report-place';

/** What the address says, and how to go on from there. The event is the selected one where it names none. */
export function useReportPlace() {
  const [search] = useSearchParams();
  const [selectedId] = useSelectedEventId();
  const navigate = useNavigate();
  const place = readReportPlace(search, selectedId ?? '');
  const address = writeReportPlace(place);
  const go = useCallback(
    (change: Partial<ReportPlace>) => {
      const now = readReportPlace(new URLSearchParams(address), '');
      // Other days are another page to come back from; an area or a step is the same one seen otherwise.
      const replace = change.from === undefined;
      void navigate(`${paths.reports}?${writeReportPlace({ ...now, ...change })}`, { replace });
    },
    [navigate, address],
  );
  return { place, isMisread: isMisread(search), go };
}
