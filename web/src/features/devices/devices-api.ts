import { type Device, DeviceListSchema } from '../../../../src/shared/schemas/device';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';

export async function fetchDevices(eventId: string, signal: AbortSignal): Promise<Device[]> {
  const { devices } = await callApi(`${eventPath(eventId)}/devices`, DeviceListSchema, { signal });
  return devices;
}
