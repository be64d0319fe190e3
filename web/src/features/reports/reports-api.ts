import { useQuery } from '@tanstack/react-query';
import { type Report, ReportSchema } from '../../../../src/shared/schemas/report';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';
import type { ReportPlace } from './report-place';

/**
 * The interval in ms at which the report of a running day is loaded again, because no socket sends it. A large report
 * is loaded less often.
 */
const REPORT_EVERY_MS = 15_000;
const LARGE_REPORT_EVERY_MS = 60_000;
/**
 * The sizes from which a report is large. The room reads the running day again on each call, and the whole report is
 * sent each time.
 */
const LARGE = { ledgerRows: 20_000, cells: 200_000 } as const;

/** Returns the interval of updates in ms; false if the report no longer changes. */
export function reportEvery({ isFinal, days, quality, intervalStarts, areas }: Report): number | false {
  if (isFinal && days.length > 0) return false;
  const cells = intervalStarts.length * (areas.length + 1);
  const isLarge = quality.ledgerRows > LARGE.ledgerRows || cells > LARGE.cells;
  return isLarge ? LARGE_REPORT_EVERY_MS : REPORT_EVERY_MS;
}

/** Returns the query of the API call for a report. Without days the report covers the newest active day. */
function reportQuery({ from, to, interval, revision }: Omit<ReportPlace, 'eventId' | 'areaId'>): URLSearchParams {
  const query = new URLSearchParams({ interval: String(interval) });
  if (from !== null && to !== null) {
    query.set('from', from);
    query.set('to', to);
    if (revision !== null && from === to) query.set('revision', String(revision));
  }
  return query;
}

/**
 * Loads the report of a place, and loads it again while one of its days is not closed. Until the requested report has
 * loaded, the last report of the same event is returned (`isPlaceholderData`).
 */
export function useReport(place: ReportPlace) {
  const { eventId } = place;
  const query = reportQuery(place).toString();
  return useQuery<Report>({
    queryKey: ['report', eventId, query],
    queryFn: ({ signal }) => callApi(`${eventPath(eventId)}/report?${query}`, ReportSchema, { signal }),
    // Nothing is loaded while the page is hidden; that is the library's default.
    refetchInterval: ({ state: { data } }) => (data ? reportEvery(data) : REPORT_EVERY_MS),
    placeholderData: (shown) => (shown?.eventId === eventId ? shown : undefined),
    // A month of five-minute intervals has a million numbers. Comparing them takes too long, so a new report always
    // replaces the old one.
    structuralSharing: false,
  });
}
