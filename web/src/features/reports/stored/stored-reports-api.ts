import { useQuery } from '@tanstack/react-query';
import { DAY_MS } from '../../../../../src/shared/durations';
import { type StoredReportList, StoredReportListSchema } from '../../../../../src/shared/schemas/report';
import { callApi } from '../../../api/api-client';
import { eventPath } from '../../events/events-api';

/**
 * The interval in ms at which the list is loaded again. No socket sends new days and revisions, and nobody waits for
 * them.
 */
const LIST_EVERY_MS = 60_000;

export type StoredReport = StoredReportList['reports'][number];

/** How many days are shown at first. */
export const DAYS_AT_FIRST = 10;
/** How many more days are shown with each step. */
export const MORE_DAYS = 50;

const fetchReports = (eventId: string, limit: string, signal: AbortSignal): Promise<StoredReportList> =>
  callApi(`${eventPath(eventId)}/reports?limit=${limit}`, StoredReportListSchema, { signal });

/** Loads the newest stored revision of a day; undefined while it is unknown, or if none is stored. */
export function useNewestRevision(eventId: string, day: string | undefined): number | undefined {
  const { data } = useQuery({
    queryKey: ['stored-reports', eventId, day],
    queryFn: async ({ signal }) => {
      const after = new Date(Date.parse(day ?? '') + DAY_MS).toISOString().slice(0, 10);
      return await fetchReports(eventId, `1&after=${after}`, signal);
    },
    enabled: day !== undefined,
    refetchInterval: LIST_EVERY_MS,
  });
  return data?.reports.find((report) => report.day === day)?.revision;
}

/** Loads the stored reports of the newest days of an event, newest day and revision first. */
export const useStoredReports = (eventId: string, days: number) =>
  useQuery({
    queryKey: ['stored-reports', eventId, days],
    queryFn: ({ signal }) => fetchReports(eventId, String(days), signal),
    placeholderData: (shown) => shown,
    refetchInterval: LIST_EVERY_MS,
  });
