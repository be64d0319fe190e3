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
