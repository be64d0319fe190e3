import { useQuery } from '@tanstack/react-query';
import { type StoredReportList, StoredReportListSchema } from '../../../../../src/shared/schemas/report';
import { callApi } from '../../../api/api-client';
import { eventPath } from '../../events/events-api';

/** Days end and revisions appear without a push; nobody waits for them. */
const LIST_EVERY_MS = 60_000;

export type StoredReport = StoredReportList['reports'][number];

/** Of a day; undefined when none is stored. */
export const newestRevision = (stored: readonly StoredReport[], day: string | undefined): number | undefined =>
  stored.find((report) => report.day === day)?.revision;

/** The stored daily reports of an event, newest day and revision first. */
export const useStoredReports = (eventId: string) =>
  useQuery({
    queryKey: ['stored-reports', eventId],
    queryFn: ({ signal }) => callApi(`${eventPath(eventId)}/reports`, StoredReportListSchema, { signal }),
    select: ({ reports }) => reports,
    refetchInterval: LIST_EVERY_MS,
  });
