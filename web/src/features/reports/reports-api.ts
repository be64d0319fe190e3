import { useQuery } from '@tanstack/react-query';
import { type Report, ReportSchema } from '../../../../src/shared/schemas/report';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';
import type { ReportPlace } from './report-place';

/** How often the report of a running day is read again, since nothing pushes it; a large report less often. */
const REPORT_EVERY_MS = 15_000;
const LARGE_REPORT_EVERY_MS = 60_000;
/** The room reads the running day anew each time, and the whole report is sent each time. */
const LARGE = { ledgerRows: 20_000, cells: 200_000 } as const;

/** In ms; false when it does not change any more. */
export function reportEvery({ isFinal, days, quality, intervalStarts, areas }: Report): number | false {
  if (isFinal && days.length > 0) return false;
  const cells = intervalStarts.length * (areas.length + 1);
  const isLarge = quality.ledgerRows > LARGE.ledgerRows || cells > LARGE.cells;
  return isLarge ? LARGE_REPORT_EVERY_MS : REPORT_EVERY_MS;
}

/** A report's days for the API. Without days it covers the newest active one. */
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
 * The report of a place; read again while one of its days is not closed. The event's last report is shown until the
 * requested one has loaded (`isPlaceholderData`).
 */
export function useReport(place: ReportPlace) {
  const { eventId } = place;
  const query = reportQuery(place).toString();
  return useQuery<Report>({
    queryKey: ['report', eventId, query],
    queryFn: ({ signal }) => callApi(`${eventPath(eventId)}/report?${query}`, ReportSchema, { signal }),
    // Never while the page is hidden, which is the library's default.
    refetchInterval: ({ state: { data } }) => (data ? reportEvery(data) : REPORT_EVERY_MS),
    placeholderData: (shown) => (shown?.eventId === eventId ? shown : undefined),
    // A month of five-minute intervals is a million numbers: they are compared by time only, and kept no longer than
    // needed.
    structuralSharing: false,
  });
}
