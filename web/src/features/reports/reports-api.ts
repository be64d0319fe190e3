import { useQuery } from '@tanstack/react-query';
import { type Report, ReportSchema } from '../../../../src/shared/schemas/report';
import { callApi } from '../../lib/api-client';
import { eventPath } from '../events/events-api';
import type { ReportPlace } from './report-place';

/** While a day of it is running, and nothing pushes: as often as it is asked for. */
const REPORT_EVERY_MS = 15_000;

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
    refetchInterval: ({ state: { data } }) => (data?.isFinal && data.days.length > 0 ? false : REPORT_EVERY_MS),
    placeholderData: (shown) => (shown?.eventId === eventId ? shown : undefined),
    // A month of five-minute intervals is a million numbers: they are new, or they are not asked for.
    structuralSharing: false,
  });
}
