import { useQuery } from '@tanstack/react-query';
import { OccupancyAtSchema, type Report, ReportSchema } from '../../../../src/shared/schemas/report';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';
import { REPORT_EVERY_MS, reportEvery } from './report-every';
import { momentPath } from './moment/asked-moment';
import type { AskMoment } from './moment/use-occupancy-at';
import type { ReportPlace } from './report-place';

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

/** Asks as the event's admin. */
export const askMoment =
  (eventId: string): AskMoment =>
  (at, signal) =>
    callApi(momentPath(eventPath(eventId), at), OccupancyAtSchema, { signal });
