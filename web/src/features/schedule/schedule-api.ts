import { useQuery } from '@tanstack/react-query';
import { type Schedule, ScheduleSchema } from '../../../../src/shared/schemas/schedule';
import { callApi } from '../../lib/api-client';
import { eventPath } from '../events/events-api';

const schedulePath = (eventId: string): string => `${eventPath(eventId)}/schedule`;

export const fetchSchedule = (eventId: string, signal: AbortSignal): Promise<Schedule> =>
  callApi(schedulePath(eventId), ScheduleSchema, { signal });

/** Puts this in the place of all that was set. A changed clock holds from the next business day on. */
export async function saveSchedule(eventId: string, schedule: Schedule): Promise<void> {
  await callApi(schedulePath(eventId), ScheduleSchema, { method: 'PUT', body: schedule });
}

/** What {@link useEventDays} has asked for. */
export const eventDaysKey = (eventId: string) => ['event-days', eventId] as const;

/** The first and last business day of an event that takes place on certain days; null of any other, and until it is known. */
export function useEventDays(eventId: string): { from: string; to: string } | null {
  const { data } = useQuery({
    queryKey: eventDaysKey(eventId),
    queryFn: ({ signal }) => fetchSchedule(eventId, signal),
  });
  const { startDate: from = null, endDate: to = null } = data ?? {};
  return from === null || to === null ? null : { from, to };
}
