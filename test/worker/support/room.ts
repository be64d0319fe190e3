import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { RoomConnection } from '../../../src/rpc/connections';
import type { EventDefinition } from '../../../src/rpc/definition';
import type { AccountState, Principal, RoomCallContext } from '../../../src/rpc/identity';
import { CONNECTION_HEADER } from '../../../src/rpc/headers';
import type { EventRoom } from '../../../src/room/event-room';
import type { Sync } from '../../../src/shared/protocol/down';
import { PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import type { JoinEvent, Tap, UpFrame } from '../../../src/shared/protocol/up';
import type { Display } from '../../../src/shared/schemas/display';
import { Device } from './device';

export const EVENT_ID = 'event-1';
const OWNER_ID = 'owner-1';
export const ADMIN = `admin:${OWNER_ID}` as const;
export const CODE = `code:${EVENT_ID}` as const;
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

export const visitOf = ({ eventId, jurisdiction, ownerId, revision, account }: EventDefinition): RoomCallContext => ({
  eventId,
  jurisdiction,
  ownerId,
  revision,
  account,
});

export const roomStub = (): DurableObjectStub<EventRoom> => env.ROOMS.get(env.ROOMS.idFromName(EVENT_ID));

export const VISIT = visitOf(definition());

/** Runs a statement in the room's storage and returns its rows. */
export const query = (sql: string, ...bindings: SqlStorageValue[]) =>
  runInDurableObject(roomStub(), (_room, { storage }) => storage.sql.exec(sql, ...bindings).toArray());

/** The ledger rows that are in blocks or tables and not only in the log, in order. */
export const ledgerRows = () => runInDurableObject(roomStub(), (room) => [...room['parts'].store.ledger.rows(0)]);

/** From now on the room's storage refuses new rows of the table, until {@link mendTable}. */
export const breakTable = (table: string, event = 'INSERT') =>
  query(`CREATE TRIGGER full BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'disk full'); END`);
export const mendTable = () => query('DROP TRIGGER full');

/** Gives the room its event without a row in D1. */
export async function knownRoom(changes: Partial<EventDefinition> = {}): Promise<EventDefinition> {
  const known = definition(changes);
  await roomStub().applyDefinition(known, ADMIN);
  return known;
}

/** Puts a session that never ends into D1, because rooms ask D1 for the sessions of their sockets. */
const keepSession = (sessionId: string) =>
  env.DB.batch([
    env.DB.prepare(
      `INSERT OR IGNORE INTO users (user_id, email, password_hash, trial_ends_at, revision, created_at)
       VALUES ('holder', 'holder', 'none', 0, 1, 0)`,
    ),
    env.DB.prepare(
      `INSERT OR IGNORE INTO sessions (token_hash, session_id, user_id, created_at, expires_at)
       VALUES (?1, ?1, 'holder', 0, 8640000000000000)`,
    ).bind(sessionId),
  ]);

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

/** Opens a public display. Returns its socket and its first frame. */
export async function openDisplay(changes: Partial<RoomConnection> = {}): Promise<{ viewer: Device; shown: Display }> {
  const display = { principal: `display:${EVENT_ID}`, sessionId: 'display:1', tier: 'viewer' } as const;
  const viewer = await openDevice({ ...display, ...changes });
  viewer.send({ type: 'join_event', eventId: EVENT_ID });
  return { viewer, shown: await viewer.next('display') };
}

/** Opens a socket and joins. Returns the device and its first sync. */
export async function joinRoom(
  clientId?: string,
  changes: Partial<RoomConnection> = {},
  as: Pick<JoinEvent, 'deviceId' | 'deviceName' | 'direction'> = {},
): Promise<{ device: Device; sync: Sync }> {
  const device = await openDevice(changes);
  device.send({ type: 'join_event', eventId: EVENT_ID, ...(clientId !== undefined && { clientId }), ...as });
  return { device, sync: await device.next('sync') };
}

type TapFrame = Extract<UpFrame, { taps: unknown }>;

/** A batch of taps with these changes, by default in the main area and now. */
export function batch(seq: number, changes: number[], areaId = 'main', at = Date.now()) {
  return {
    type: 'update_occupancy' as const,
    eventId: EVENT_ID,
    seq,
    sentAt: Date.now(),
    taps: changes.map((change) => ({ areaId, change, at })),
  };
}

export const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

/** A batch of these taps, by default each of one entry in the main area and now. */
export const batchOf = (seq: number, taps: readonly Partial<Tap>[]) => ({
  ...batch(seq, []),
  taps: taps.map((tap) => ({ areaId: 'main', change: 1, at: Date.now(), ...tap })),
});

/** Sends the taps and returns the next ack. */
export async function acked(device: Device, taps: TapFrame) {
  device.send(taps);
  return await device.next('ack');
}

/** The error with which the room disconnects the device, and the close code. */
export const refusal = async (device: Device) => [(await device.next('error')).code, await device.closedWith()];

/** The polling call of the client with that number. */
export const poll = (client: number, taps: TapFrame, principal: Principal = ADMIN, sessionId = clientIdOf(client)) =>
  roomStub().poll(VISIT, principal, { ...taps, clientId: clientIdOf(client) }, sessionId);

export async function listAreas(of: EventDefinition) {
  const listed = await roomStub().listAreas(visitOf(of));
  if (!listed.ok) throw new Error(listed.code);
  return listed.value.areas;
}

/** The counts of each area as [occupancy, entries, exits], including queued taps. */
export async function counts(changes: Partial<EventDefinition> = {}) {
  const areas = await listAreas(definition(changes));
  return Object.fromEntries(
    areas.map((area) => [area.areaId, [area.currentOccupancy, area.totalEntries, area.totalExits]]),
  );
}

/** By area: each category's [entries, exits, inside], including queued taps. */
export async function categoryCounts(changes: Partial<EventDefinition> = {}) {
  const areas = await listAreas(definition(changes));
  return Object.fromEntries(
    areas.map(({ areaId, categories = [] }) => [
      areaId,
      Object.fromEntries(
        categories.map(({ categoryId, ins, outs, occupancy: inside }) => [categoryId, [ins, outs, inside]]),
      ),
    ]),
  );
}
