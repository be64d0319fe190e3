import { env } from 'cloudflare:workers';
import type { AccountState, EventDefinition, RoomConnection, Visit } from '../../../src/lib/contract';
import { CONNECTION_HEADER } from '../../../src/lib/contract';
import type { EventRoom } from '../../../src/room/event-room';
import type { Sync } from '../../../src/shared/protocol/down';
import { PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import type { JoinEvent } from '../../../src/shared/protocol/up';
import type { Display } from '../../../src/shared/schemas/display';
import { Device } from './device';
import { keepSession } from './sessions';

export const EVENT_ID = 'event-1';
const OWNER_ID = 'owner-1';
export const ADMIN = `admin:${OWNER_ID}` as const;
const ACTIVE: AccountState = { revision: 1, status: 'active', trialEndsAt: 0 };

export const clientIdOf = (n: number): string => `client-${String(n).padStart(12, '0')}`;

export function definition(changes: Partial<EventDefinition> = {}): EventDefinition {
  return {
    eventId: EVENT_ID,
    jurisdiction: null,
    ownerId: OWNER_ID,
    revision: 1,
    account: ACTIVE,
    event: { eventId: EVENT_ID, eventName: 'Open Air', accessCode: 'ABCD2346' },
    displaySession: 'display:1',
    timeZone: 'UTC',
    reportTime: '06:00',
    generation: 0,
    areas: [
      { areaId: 'main', areaName: 'Main Stage', capacity: 500 },
      { areaId: 'bar', areaName: 'Bar', capacity: 80 },
    ],
    ...changes,
  };
}

export const visitOf = ({ eventId, jurisdiction, ownerId, revision, account }: EventDefinition): Visit => ({
  eventId,
  jurisdiction,
  ownerId,
  revision,
  account,
});

export const roomStub = (): DurableObjectStub<EventRoom> => env.ROOMS.get(env.ROOMS.idFromName(EVENT_ID));

/** A room that knows its event, without any D1 behind it. */
export async function knownRoom(changes: Partial<EventDefinition> = {}): Promise<EventDefinition> {
  const known = definition(changes);
  await roomStub().follow(known, ADMIN);
  return known;
}

/** Opens a socket to the room as the worker would, without joining. */
export async function openDevice(changes: Partial<RoomConnection> = {}): Promise<Device> {
  const connection: RoomConnection = {
    ...visitOf(definition()),
    principal: ADMIN,
    sessionId: 'session-1',
    tier: 'counting',
    protocol: PROTOCOL_VERSION,
    ...changes,
  };
  const [response] = await Promise.all([
    roomStub().fetch('http://room/socket', {
      headers: { Upgrade: 'websocket', [CONNECTION_HEADER]: JSON.stringify(connection) },
    }),
    keepSession(connection.sessionId),
  ]);
  if (response.webSocket === null) throw new Error(`No socket: ${response.status} ${await response.text()}`);
  return new Device(response.webSocket);
}

/** A public display's socket, and what it shows first. */
export async function openDisplay(changes: Partial<RoomConnection> = {}): Promise<{ viewer: Device; shown: Display }> {
  const display = { principal: `display:${EVENT_ID}`, sessionId: 'display:1', tier: 'viewer' } as const;
  const viewer = await openDevice({ ...display, ...changes });
  viewer.send({ type: 'join_event', eventId: EVENT_ID });
  return { viewer, shown: await viewer.next('display') };
}

/** Opens a socket and joins; answers the device and its first sync. */
export async function joinRoom(
  clientId?: string,
  changes: Partial<RoomConnection> = {},
  as: Pick<JoinEvent, 'deviceId' | 'deviceName' | 'direction'> = {},
): Promise<{ device: Device; sync: Sync }> {
  const device = await openDevice(changes);
  device.send({ type: 'join_event', eventId: EVENT_ID, ...(clientId !== undefined && { clientId }), ...as });
  return { device, sync: await device.next('sync') };
}

/** A batch of taps on one area, of one person each way unless said otherwise, all now. */
export function batch(seq: number, changes: number[], areaId = 'main', at = Date.now()) {
  return {
    type: 'update_occupancy' as const,
    eventId: EVENT_ID,
    seq,
    sentAt: Date.now(),
    taps: changes.map((change) => ({ areaId, change, at })),
  };
}

export async function listAreas(of: EventDefinition) {
  const listed = await roomStub().listAreas(visitOf(of));
  if (!listed.ok) throw new Error(listed.code);
  return listed.value.areas;
}

/** What the room says now, past all queues. */
export async function counts(changes: Partial<EventDefinition> = {}) {
  const areas = await listAreas(definition(changes));
  return Object.fromEntries(
    areas.map((area) => [area.areaId, [area.currentOccupancy, area.totalEntries, area.totalExits]]),
  );
}
