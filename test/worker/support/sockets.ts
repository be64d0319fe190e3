import type { Client } from './client';
import { Device } from './device';
import { clientIdOf } from './room';

export const UPGRADE = { Upgrade: 'websocket' };

/** Opens a socket through the whole worker. */
export async function openSocket(client: Client, path: string): Promise<Device> {
  const response = await client.fetch(path, { headers: UPGRADE });
  if (response.webSocket === null) throw new Error(`No socket: ${response.status}`);
  return new Device(response.webSocket);
}

/** Opens a socket to the event's room and joins. */
export async function join(client: Client, eventId: string, clientId = clientIdOf(1)): Promise<Device> {
  const device = await openSocket(client, `/api/events/${eventId}/socket?v=1`);
  device.send({ type: 'join_event', eventId, clientId });
  await device.next('sync');
  return device;
}
