import { useQuery } from '@tanstack/react-query';
import { type StoredReportList, StoredReportListSchema } from '../../../../../src/shared/schemas/report';
import { callApi } from '../../../api/api-client';
import { eventPath } from '../../events/events-api';

/**
 * The interval in ms at which the list is loaded again. No socket sends new days and revisions, and nobody waits for
 * them.
 */
const LIST_EVERY_MS = 60_000;

export type StoredReport = StoredReportList['reports'][number];

/** Returns the newest stored revision of a day; undefined if none is stored. */
export const newestRevision = (stored: readonly StoredReport[], day: string | undefined): number | undefined =>
  stored.find((report) => report.day === day)?.revision;

/** Loads the stored daily reports of an event, sorted by day and revision, newest first. */
export const useStoredReports = (eventId: string) =>
  useQuery({
    queryKey: ['stored-reports', eventId],
    queryFn: ({ signal }) => callApi(`${eventPath(eventId)}/reports`, StoredReportListSchema, { signal }),
    select: ({ reports }) => reports,
    refetchInterval: LIST_EVERY_MS,
  });
