import { queryOptions } from '@tanstack/react-query';
import { type Device, DeviceListSchema } from '../../../../src/shared/schemas/device';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';

export async function fetchDevices(eventId: string, signal: AbortSignal): Promise<Device[]> {
  const { devices } = await callApi(`${eventPath(eventId)}/devices`, DeviceListSchema, { signal });
  return devices;
}

/** The event's devices, asked for anew by each screen that shows them. */
export const devicesQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['devices', eventId],
    queryFn: ({ signal }) => fetchDevices(eventId, signal),
    staleTime: 0,
  });
