import { useQuery } from '@tanstack/react-query';
import { type Report, ReportSchema } from '../../../../src/shared/schemas/report';
import { callApi } from '../../lib/api-client';
import { eventPath } from '../events/events-api';
import type { ReportPlace } from './report-place';

/** While a day of it is running, and nothing pushes: as often as it is asked for, of a large report less often. */
const REPORT_EVERY_MS = 15_000;
const LARGE_REPORT_EVERY_MS = 60_000;
/** The room reads the running day anew each time, and each time all of the report is sent. */
const LARGE = { ledgerRows: 20_000, cells: 200_000 } as const;

/** In ms; false where it changes no more. */
export function reportEvery({ isFinal, days, quality, intervalStarts, areas }: Report): number | false {
  if (isFinal && days.length > 0) return false;
  const cells = intervalStarts.length * (areas.length + 1);
  const isLarge = quality.ledgerRows > LARGE.ledgerRows || cells > LARGE.cells;
  return isLarge ? LARGE_REPORT_EVERY_MS : REPORT_EVERY_MS;
}

/** What a report is over, as the API takes it. Without days it is over the newest on which something was counted. */
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
 * The report of a place; anew while one of its days is not closed. What was shown of the event stays until what is asked for
 * is there (`isPlaceholderData`).
 */
export function useReport(place: ReportPlace) {
  const { eventId } = place;
  const query = reportQuery(place).toString();
  return useQuery<Report>({
    queryKey: ['report', eventId, query],
    queryFn: ({ signal }) => callApi(`${eventPath(eventId)}/report?${query}`, ReportSchema, { signal }),
    // Never while the page is hidden: that is what the library does unless it is told otherwise.
    refetchInterval: ({ state: { data } }) => (data ? reportEvery(data) : REPORT_EVERY_MS),
    placeholderData: (shown) => (shown?.eventId === eventId ? shown : undefined),
    // A month of five-minute intervals is a million numbers: they are new, or they are not asked for.
    structuralSharing: false,
  });
}
