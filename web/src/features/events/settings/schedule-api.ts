import { useQuery } from '@tanstack/react-query';
import { type Schedule, ScheduleSchema } from '../../../../../src/shared/schedule/schemas';
import { callApi } from '../../../api/api-client';
import { eventPath } from '../events-api';

const schedulePath = (eventId: string): string => `${eventPath(eventId)}/schedule`;

export const fetchSchedule = (eventId: string, signal: AbortSignal): Promise<Schedule> =>
  callApi(schedulePath(eventId), ScheduleSchema, { signal });

/** Replaces the whole schedule. The change takes effect with the next business day. */
export const saveSchedule = (eventId: string, schedule: Schedule): Promise<Schedule> =>
  callApi(schedulePath(eventId), ScheduleSchema, { method: 'PUT', body: schedule });

/** The query key of {@link useSchedule}. */
export const scheduleKey = (eventId: string) => ['kept-schedule', eventId] as const;

/** Loads an event's schedule for those who only read it. */
export const useSchedule = (eventId: string) =>
  useQuery({
    queryKey: scheduleKey(eventId),
    queryFn: ({ signal }) => fetchSchedule(eventId, signal),
  });

/**
 * Returns the first and last business day of an event that has dates. Returns null for any other event, and until the
 * schedule has loaded.
 */
export function useEventDays(eventId: string): { from: string; to: string } | null {
  const { data } = useSchedule(eventId);
  const { startDate: from = null, endDate: to = null } = data ?? {};
  return from === null || to === null ? null : { from, to };
}
